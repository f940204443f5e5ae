try: a
except A: b
except (B, C) as e: c
except: d
else: e
finally: f
try: a
except* A as g: b
try: a
except B, C: b
