// What draws links as QR codes.

export { encode } from 'uqr';
