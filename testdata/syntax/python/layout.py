a = 1; b = 2
c = 1 + \
    2
d = (  # comment
    3
    # another
)
é = "x"
