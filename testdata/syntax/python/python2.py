print "a"
print >>f, "b"
exec "code" in d
