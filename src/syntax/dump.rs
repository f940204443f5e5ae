//! A module as readable text: one line for each statement and for each expression inside it.

use super::{Argument, ClassId, Export, ExprId, ExprKind, FunctionId, Import, Module, Range, StmtId, StmtKind};
use crate::source::SourceFile;
use crate::text::Text;
use std::fmt::Write;

/// What is nested deeper than this is written as `…`.
const MAX_INDENT: usize = 500;

/// Writes `module`, which was lowered from `file`. Places are `line:column`, both 1-based.
pub fn dump(module: &Module, file: &SourceFile) -> String {
    let mut dumper = Dumper { module, file, out: String::new(), todo: Vec::new() };
    dumper.module();
    dumper.run();
    dumper.out
}

/// What is still to be written.
enum Item {
    Label(String),
    Expr(String, ExprId),
    Stmt(StmtId),
}

struct Dumper<'m> {
    module: &'m Module,
    file: &'m SourceFile,
    out: String,
    /// Next item last.
    todo: Vec<(usize, Item)>,
}

/// The children of one line, in order, and how deep below it the next ones stand.
struct Children(Vec<(usize, Item)>, usize);

impl Default for Children {
    fn default() -> Self {
        Children(Vec::new(), 1)
    }
}

impl Children {
    fn expr(&mut self, label: impl Into<String>, id: ExprId) {
        self.0.push((self.1, Item::Expr(label.into(), id)));
    }

    fn maybe(&mut self, label: &str, id: Option<ExprId>) {
        if let Some(id) = id {
            self.expr(label, id);
        }
    }

    fn exprs(&mut self, label: &str, ids: &[ExprId]) {
        ids.iter().for_each(|id| self.expr(label, *id));
    }

    fn line(&mut self, text: impl Into<String>) {
        self.0.push((self.1, Item::Label(text.into())));
    }

    fn block(&mut self, label: &str, block: &[StmtId]) {
        if block.is_empty() {
            return;
        }
        self.line(label);
        let depth = self.1 + 1;
        self.0.extend(block.iter().map(|id| (depth, Item::Stmt(*id))));
    }
}

impl Dumper<'_> {
    fn module(&mut self) {
        let language = self.module.language.name();
        let mut head = format!("module {language}");
        if self.module.deferred_annotations {
            head.push_str(" deferred-annotations");
        }
        let mut kids = Children::default();
        self.doc(&self.module.doc, &mut kids);
        for range in &self.module.errors {
            kids.line(format!("error @{}", self.place(*range)));
        }
        kids.0.extend(self.module.body.iter().map(|id| (1, Item::Stmt(*id))));
        self.push(0, head, kids);
    }

    fn run(&mut self) {
        while let Some((indent, item)) = self.todo.pop() {
            match item {
                Item::Label(text) => self.push(indent, text, Children::default()),
                Item::Expr(label, id) => {
                    let (text, kids) = self.expr(id);
                    let text = if label.is_empty() { text } else { format!("{label}: {text}") };
                    self.push(indent, text, kids);
                }
                Item::Stmt(id) => {
                    let (text, kids) = self.stmt(id);
                    self.push(indent, text, kids);
                }
            }
        }
    }

    fn push(&mut self, indent: usize, text: String, kids: Children) {
        if indent > MAX_INDENT {
            self.out.push_str("…\n");
            return;
        }
        let _ = writeln!(self.out, "{:width$}{text}", "", width = indent * 2);
        self.todo.extend(kids.0.into_iter().rev().map(|(by, item)| (indent + by, item)));
    }

    fn place(&self, range: Range) -> String {
        let (start, end) = (self.file.position(range.start), self.file.position(range.end));
        format!("{}:{}-{}:{}", start.line, start.column, end.line, end.column)
    }

    fn text(&self, text: &Text) -> String {
        let pieces = text.pieces();
        let places: Vec<String> =
            pieces.iter().map(|p| self.place(Range { start: p.span.start, end: p.span.end })).collect();
        format!("{:?} [{}]", text.as_str(), places.join(" "))
    }

    fn doc(&self, doc: &Option<Text>, kids: &mut Children) {
        if let Some(doc) = doc {
            kids.line(format!("doc {}", self.text(doc)));
        }
    }

    fn stmt(&self, id: StmtId) -> (String, Children) {
        let stmt = self.module.stmt(id);
        let mut kids = Children::default();
        let head = match &stmt.kind {
            StmtKind::Import(import) => import_line(import),
            StmtKind::Function(id) => self.function(*id, &mut kids),
            StmtKind::Class(id) => self.class(*id, &mut kids),
            StmtKind::Impl { target, of, attributes, body } => {
                kids.exprs("attribute", attributes);
                kids.maybe("of", *of);
                kids.expr("target", *target);
                kids.block("body", body);
                "impl".to_owned()
            }
            StmtKind::Assign(assign) => {
                self.doc(&assign.doc, &mut kids);
                kids.exprs("attribute", &assign.attributes);
                kids.expr("target", assign.target);
                kids.maybe("type", assign.annotation);
                kids.maybe("value", assign.value);
                let op = assign.op.map(|op| format!(" {op:?}")).unwrap_or_default();
                format!("assign{op}{}", if assign.declared { " declared" } else { "" })
            }
            StmtKind::Delete(targets) => {
                kids.exprs("", targets);
                "delete".to_owned()
            }
            StmtKind::Expr(value) => {
                kids.expr("", *value);
                "expr".to_owned()
            }
            StmtKind::If { test, then, otherwise } => {
                kids.expr("test", *test);
                kids.block("then", then);
                kids.block("else", otherwise);
                "if".to_owned()
            }
            StmtKind::For { target, iter, body, otherwise } => {
                kids.expr("target", *target);
                kids.expr("iter", *iter);
                kids.block("body", body);
                kids.block("else", otherwise);
                "for".to_owned()
            }
            StmtKind::While { test, body, otherwise } => {
                kids.expr("test", *test);
                kids.block("body", body);
                kids.block("else", otherwise);
                "while".to_owned()
            }
            StmtKind::Return(value) => {
                kids.maybe("", *value);
                "return".to_owned()
            }
            StmtKind::Raise(value) => {
                kids.maybe("", *value);
                "raise".to_owned()
            }
            StmtKind::Block { items, body } => {
                for (value, target) in items {
                    kids.expr("enter", *value);
                    kids.maybe("as", *target);
                }
                kids.block("body", body);
                "block".to_owned()
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                kids.block("body", body);
                for handler in handlers {
                    let name = handler.name.as_ref().map(|n| format!(" as {n}")).unwrap_or_default();
                    kids.line(format!("handler{name}"));
                    kids.1 += 1;
                    kids.maybe("types", handler.types);
                    kids.block("body", &handler.body);
                    kids.1 -= 1;
                }
                kids.block("else", otherwise);
                kids.block("finally", finally);
                "try".to_owned()
            }
            StmtKind::Export(export) => export_line(export, &mut kids),
            StmtKind::Module { name, attributes, body } => {
                kids.exprs("attribute", attributes);
                kids.block("body", body.as_deref().unwrap_or_default());
                format!("module {name}{}", if body.is_none() { " elsewhere" } else { "" })
            }
            StmtKind::Break => "break".to_owned(),
            StmtKind::Continue => "continue".to_owned(),
            StmtKind::Scope { global, names } => {
                format!("{} {}", if *global { "global" } else { "nonlocal" }, names.join(", "))
            }
            StmtKind::Opaque(what) => format!("opaque {what}"),
        };
        (format!("{head} @{}", self.place(stmt.range)), kids)
    }

    fn function(&self, id: FunctionId, kids: &mut Children) -> String {
        let function = self.module.function(id);
        self.doc(&function.doc, kids);
        kids.exprs("decorator", &function.decorators);
        for param in &function.params {
            let optional = if param.optional { " optional" } else { "" };
            kids.line(format!("param {:?} {:?}{optional} @{}", param.kind, &*param.name, self.place(param.range)));
            kids.1 += 1;
            self.doc(&param.doc, kids);
            kids.exprs("attribute", &param.attributes);
            if param.name.is_empty() {
                kids.expr("pattern", param.pattern);
            }
            kids.maybe("type", param.annotation);
            kids.maybe("default", param.default);
            kids.1 -= 1;
        }
        kids.maybe("returns", function.returns);
        kids.maybe("value", function.value);
        kids.block("body", &function.body);
        let marks = [(function.is_async, " async"), (function.is_generator, " generator")];
        let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        format!("function {:?} {:?}{marks} name@{}", function.kind, &*function.name, self.place(function.name_range))
    }

    fn class(&self, id: ClassId, kids: &mut Children) -> String {
        let class = self.module.class(id);
        self.doc(&class.doc, kids);
        kids.exprs("decorator", &class.decorators);
        arguments("base", &class.bases, kids);
        kids.block("body", &class.body);
        format!("class {:?} {:?} name@{}", class.kind, &*class.name, self.place(class.name_range))
    }

    fn expr(&self, id: ExprId) -> (String, Children) {
        let expr = self.module.expr(id);
        let mut kids = Children::default();
        let head = match &expr.kind {
            ExprKind::Null => "null".to_owned(),
            ExprKind::Undefined => "undefined".to_owned(),
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Int(value) => value.to_string(),
            ExprKind::Float(value) => format!("{value:?}"),
            ExprKind::Text(text) => format!("text {}", self.text(text)),
            ExprKind::Raw(text) => format!("raw {:?}", &**text),
            ExprKind::Name(name) => format!("name {name}"),
            ExprKind::This => "this".to_owned(),
            ExprKind::Attribute { object, name, name_range, optional } => {
                kids.expr("", *object);
                let dot = if *optional { "?." } else { "." };
                format!("attribute {dot}{name} name@{}", self.place(*name_range))
            }
            ExprKind::Index { object, index } => {
                kids.expr("", *object);
                kids.expr("index", *index);
                "index".to_owned()
            }
            ExprKind::Call { callee, args, new } => {
                kids.expr("", *callee);
                arguments("arg", args, &mut kids);
                if *new { "new".to_owned() } else { "call".to_owned() }
            }
            ExprKind::List { kind, items } => {
                kids.exprs("", items);
                format!("{kind:?}").to_lowercase()
            }
            ExprKind::Map(entries) => {
                for entry in entries {
                    match entry.key {
                        Some(key) => {
                            kids.expr("key", key);
                            kids.expr("value", entry.value);
                        }
                        None => kids.expr("spread", entry.value),
                    }
                }
                "map".to_owned()
            }
            ExprKind::Template(parts) => {
                kids.exprs("", parts);
                "template".to_owned()
            }
            ExprKind::Conditional { test, then, otherwise } => {
                kids.expr("test", *test);
                kids.expr("then", *then);
                kids.expr("else", *otherwise);
                "conditional".to_owned()
            }
            ExprKind::Spread { value, stars } => {
                kids.expr("", *value);
                format!("spread {stars}")
            }
            ExprKind::Lambda(id) => self.function(*id, &mut kids),
            ExprKind::Class(id) => self.class(*id, &mut kids),
            ExprKind::Binary { op, left, right } => {
                kids.expr("", *left);
                kids.expr("", *right);
                format!("{op:?}")
            }
            ExprKind::Unary { op, operand } => {
                kids.expr("", *operand);
                format!("{op:?}")
            }
            ExprKind::Comprehension { kind, key, value, clauses } => {
                kids.maybe("key", *key);
                kids.expr("value", *value);
                for clause in clauses {
                    kids.expr("for", clause.target);
                    kids.expr("in", clause.iter);
                    kids.exprs("if", &clause.tests);
                }
                format!("comprehension {kind:?}")
            }
            ExprKind::Assign { target, value } => {
                kids.expr("target", *target);
                kids.expr("value", *value);
                "assign".to_owned()
            }
            ExprKind::Sequence(parts) => {
                kids.exprs("", parts);
                "sequence".to_owned()
            }
            ExprKind::Default { pattern, value } => {
                kids.expr("pattern", *pattern);
                kids.expr("value", *value);
                "default".to_owned()
            }
            ExprKind::Block(body) => {
                kids.block("body", body);
                "block".to_owned()
            }
            ExprKind::Quoted { expr, text } => {
                kids.expr("", *expr);
                format!("quoted {}", self.text(text))
            }
            ExprKind::Await(value) => {
                kids.expr("", *value);
                "await".to_owned()
            }
            ExprKind::Yield(value) => {
                kids.maybe("", *value);
                "yield".to_owned()
            }
            ExprKind::Slice(parts) => {
                for (label, part) in ["from", "to", "step"].into_iter().zip(parts) {
                    kids.maybe(label, *part);
                }
                "slice".to_owned()
            }
            ExprKind::Opaque(what) => format!("opaque {what}"),
        };
        (format!("{head} @{}", self.place(expr.range)), kids)
    }
}

fn arguments(label: &str, args: &[Argument], kids: &mut Children) {
    for arg in args {
        let stars = "*".repeat(usize::from(arg.stars));
        match &arg.name {
            Some((name, _)) => kids.expr(format!("{label} {name}="), arg.value),
            None => kids.expr(format!("{label}{stars}"), arg.value),
        }
    }
}

fn import_line(import: &Import) -> String {
    let names: Vec<String> = import
        .names
        .iter()
        .map(|n| match &n.name {
            Some(name) => format!("{name} as {}", n.alias),
            None => format!("as {}", n.alias),
        })
        .collect();
    let dots = ".".repeat(import.dots as usize);
    let marks = [(import.binds_root, " root"), (import.star, " star")];
    let marks: String = marks.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
    format!("import {:?}{marks} [{}]", format!("{dots}{}", import.module.as_str()), names.join(", "))
}

fn export_line(export: &Export, kids: &mut Children) -> String {
    match export {
        Export::Names { names, from } => {
            for name in names {
                kids.line(format!("{} as {}", name.name.as_deref().unwrap_or("*"), name.alias));
            }
            format!("export from {:?}", from.as_ref().map(Text::as_str))
        }
        Export::Default(value) => {
            kids.expr("", *value);
            "export default".to_owned()
        }
        Export::Star { from, alias } => format!("export star {:?} as {alias:?}", from.as_str()),
        Export::Stmt(stmt) => {
            kids.0.push((1, Item::Stmt(*stmt)));
            "export".to_owned()
        }
    }
}
