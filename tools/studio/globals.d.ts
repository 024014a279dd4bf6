declare function importScripts(...urls: string[]): void;
