"plain"
"a\n\t\\\'\"\x41\u00e9\U0001F600\101\0\q"
"joined " 'by ' """three"""
r"\n" R'\d'
u"u"
b"bytes\x00"
rb"raw"
"one" b"two"
"a\
b"
"\N{BULLET}x"
"\ud83d\ude00"
"é😀" "z"
""
r'\\' r'\''
