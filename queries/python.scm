; The outline of a Python file. Under each comment stands the pattern that matches its code.

; def read_orders(): …        async def read_orders(): …
(function_definition name: (identifier) @function)

; class Orders(Base): …
(class_definition name: (identifier) @class)

; @server.tool(name="read_orders")
(decorator) @decorator

; import shop.orders as o
(import_statement) @import

; from .orders import read
(import_from_statement) @import

; from __future__ import annotations
(future_import_statement) @import

; # a comment
(comment) @comment
