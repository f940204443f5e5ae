a < b <= c != d
a in b
a not in b
a is None
a is not None
not a and b or c
