Flag in color, invented for this test
it has two lines of text
#d
   0:.  #FFFFFF   white
   1:#  #000   black
   r:r  #FF0000   red
: rows
4
1 2r 1
4
1

: columns
4
1 1r 1
1 1r 1
3

: end
4
