def f():
    global a, b
    nonlocal c
    a = 1
