"""a
b"""
x = "c\
d"
def f():
    """e
    f"""
