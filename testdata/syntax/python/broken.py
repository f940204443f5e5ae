def before(): return 1
x = = 2
class Half:
    def method(self): return (1
    def after(self): return 2
def last(): pass
f(
