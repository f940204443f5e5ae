//! Calls: functions, classes, methods, outside terms.

use super::budget;
use super::eval::{reason, unsupported};
use super::exec::{Flow, inner};
use super::heap::share;
use super::machine::{Env, Frame, Machine};
use super::value::{Arguments, Class, Data, Function, Instance, Map, NamedValue, Parameter, Term, Value, Why, WhyKind};
use crate::source::Span;
use crate::syntax::{ExprKind, FunctionId, ListKind, ParamKind};
use indexmap::IndexMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

impl Machine<'_> {
    /// Calls anything: project function, class, bound method, term.
    pub fn call(&mut self, callee: &Value, arguments: Arguments, site: Span) -> Value {
        if !self.budget.step() || self.budget.too_deep() {
            return self.out_of_budget(site);
        }
        match &callee.data {
            Data::Function(function) => self.call_function(callee, &function.clone(), arguments, site),
            Data::Method(method) => {
                if let Some(name) = method_name(&method.function) {
                    return self.call_method(&method.receiver.clone(), &name, arguments, site);
                }
                let mut arguments = arguments;
                arguments.positional.insert(0, method.receiver.clone());
                self.call(&method.function.clone(), arguments, site)
            }
            Data::Class(class) => self.instantiate(&class.clone(), arguments, site),
            Data::Instance(_) => {
                let method = self.attribute(callee, "__call__", site);
                match &method.data {
                    Data::Method(_) => self.call(&method, arguments, site),
                    _ => self.call_outside(callee, arguments, site),
                }
            }
            Data::Term(_) => self.call_outside(callee, arguments, site),
            Data::OneOf(values) => {
                let callable: Vec<Value> = values.iter().filter(|v| !v.is_null()).cloned().collect();
                let open = self.conditions.len();
                let mut results = Vec::new();
                for value in &callable {
                    if callable.len() > 1 {
                        self.conditions.push(("if it is this of several alternatives".into(), site));
                    }
                    results.push(self.call(value, arguments.clone(), site));
                    self.conditions.truncate(open);
                }
                Value::one_of(results, site)
            }
            _ => Value::new(Data::Unknown(reason(callee, "what is called here")), site),
        }
    }

    fn call_outside(&mut self, callee: &Value, arguments: Arguments, site: Span) -> Value {
        if let Some(path) = callee.path() {
            match path.as_str() {
                // These mark a member of a class; attribute lookup reads them.
                "builtins.property" | "builtins.staticmethod" | "builtins.classmethod" => {
                    return Value::call_term(callee.clone(), arguments, site);
                }
                _ => {}
            }
        }
        if let Some(owner) = self.owner_of(callee)
            && let Some(value) = owner.call(self, callee, &arguments, site)
        {
            return value;
        }
        Value::call_term(callee.clone(), arguments, site)
    }

    pub(super) fn call_function(
        &mut self,
        callee: &Value,
        function: &Rc<Function>,
        arguments: Arguments,
        site: Span,
    ) -> Value {
        function.called.set(true);
        if self.frames.len() >= budget::FRAMES || function.active.get() >= budget::ACTIVATIONS {
            return Value::unknown(WhyKind::Budget, "a call that goes too deep", site);
        }
        let module = self.module(function.module);
        let def = module.syntax.function(function.id);
        let scope = inner(&function.scope);
        let receiver = match def.params.first() {
            Some(_) => arguments.positional.first().cloned(),
            None => None,
        };
        let env = Env { module: module.clone(), scope, class: function.owner.borrow().clone(), receiver };
        self.bind_arguments(&env, function, arguments.clone(), site);
        function.active.set(function.active.get() + 1);
        self.sites.push(site);
        self.frames.push(Frame {
            callee: callee.clone(),
            arguments,
            returns: Vec::new(),
            yields: Vec::new(),
            conditions: self.conditions.len(),
        });
        let open = self.conditions.len();
        let flow = self.run_body(&env, function.id);
        self.conditions.truncate(open);
        self.sites.pop();
        function.active.set(function.active.get() - 1);
        let Some(frame) = self.frames.pop() else { return unsupported("this call", site) };
        if def.is_generator {
            return self.new_list(ListKind::Generator, frame.yields, None, site);
        }
        let mut results: Vec<Value> =
            frame.returns.into_iter().map(|(v, span)| v.unwrap_or_else(|| Value::null(span))).collect();
        match flow {
            Flow::Raise if results.is_empty() => return Value::unknown(WhyKind::RunTime, "a call that raises", site),
            Flow::Return | Flow::Raise => {}
            _ => results.push(Value::null(site)),
        }
        Value::one_of(results, site)
    }

    /// Runs a body in the frame on top: a lambda's value is returned.
    fn run_body(&mut self, env: &Env, id: FunctionId) -> Flow {
        let def = env.module.syntax.function(id);
        let Some(value) = def.value else { return self.exec_block(env, &def.body) };
        let value = self.eval(env, value);
        let span = value.origin;
        if let Some(frame) = self.frames.last_mut() {
            frame.returns.push((Some(value), span));
        }
        Flow::Return
    }

    fn bind_arguments(&mut self, env: &Env, function: &Rc<Function>, mut arguments: Arguments, site: Span) {
        let def = env.module.syntax.function(function.id);
        let mut positional = std::mem::take(&mut arguments.positional).into_iter();
        let open = arguments.open.clone();
        for (i, param) in def.params.iter().enumerate() {
            let value = match param.kind {
                ParamKind::Rest => {
                    let rest: Vec<Value> = positional.by_ref().collect();
                    self.new_list(ListKind::Tuple, rest, open.clone(), site)
                }
                ParamKind::KeywordRest => {
                    let map = Map::default();
                    for named in std::mem::take(&mut arguments.named) {
                        map.set(Value::text(&named.name, named.span), named.value);
                    }
                    if let Some(why) = &open {
                        map.opened((**why).clone());
                    }
                    Value::map(map, site)
                }
                kind => {
                    let by_position = match kind {
                        ParamKind::KeywordOnly => None,
                        _ => positional.next(),
                    };
                    let by_name = || {
                        let at = arguments.named.iter().position(|n| n.name == param.name)?;
                        Some(arguments.named.remove(at).value)
                    };
                    let given = by_position.or_else(by_name);
                    match (given, &open, function.defaults.get(i).cloned().flatten()) {
                        (Some(value), _, _) => value,
                        (None, Some(why), _) => Value::new(Data::Unknown(why.clone()), site),
                        (None, None, Some(default)) => default,
                        (None, None, None) => self.named_argument(&param.name, env.module.syntax.span(param.range)),
                    }
                }
            };
            self.assign(env, param.pattern, value);
        }
    }

    /// Arguments for a function that nothing visible calls: what its annotations and defaults say.
    pub(super) fn guess_arguments(&mut self, function: &Value, site: Span) -> Arguments {
        let mut out = Arguments::default();
        let Ok(parameters) = self.signature(function) else { return out };
        for p in parameters {
            if matches!(p.kind, ParamKind::Rest | ParamKind::KeywordRest) || p.default.is_some() {
                continue;
            }
            let value = match &p.annotation {
                Some(annotation) => self.instance_of(annotation, &p.name, p.span),
                None => self.named_argument(&p.name, p.span),
            };
            out.named.push(NamedValue { name: p.name, value, span: site });
        }
        // Positional-only parameters cannot be named.
        out
    }

    /// Something of an annotated type: an object of an outside class, an instance of a project class.
    fn instance_of(&mut self, annotation: &Value, name: &crate::syntax::Name, span: Span) -> Value {
        let why = Why {
            kind: WhyKind::Argument,
            text: format!("the argument `{name}` of a function that nothing visible calls"),
        };
        let open = Arguments { open: Some(Rc::new(why)), ..Arguments::default() };
        match &annotation.data {
            Data::Class(class) => {
                let instance = Instance { class: class.clone(), attributes: RefCell::default(), arguments: open };
                Value::new(Data::Instance(share(instance)), span)
            }
            Data::Term(_) => match annotation.path() {
                Some(path) if !path.starts_with("builtins.") && !path.starts_with("typing.") => {
                    Value::call_term(annotation.clone(), open, span)
                }
                _ => self.named_argument(name, span),
            },
            _ => self.named_argument(name, span),
        }
    }

    pub(super) fn make_function(&mut self, env: &Env, id: FunctionId, origin: Span) -> Value {
        let module = env.module.clone();
        let def = module.syntax.function(id);
        let defaults = def.params.iter().map(|p| p.default.map(|d| self.eval(env, d))).collect();
        // Functions in a class body see what is around the class.
        let mut scope = env.scope.clone();
        while scope.is_class {
            match scope.parent.clone() {
                Some(parent) => scope = parent,
                None => break,
            }
        }
        let function = share(Function {
            module: module.id,
            id,
            scope,
            defaults,
            owner: RefCell::new(env.class.clone()),
            attributes: RefCell::new(IndexMap::new()),
            active: Cell::new(0),
            called: Cell::new(false),
        });
        let value = Value::new(Data::Function(function.clone()), origin);
        if self.frames.is_empty() && !def.name.is_empty() {
            self.closures.push((value.clone(), function));
        }
        value
    }

    pub(super) fn instantiate(&mut self, class: &Rc<Class>, arguments: Arguments, site: Span) -> Value {
        class.called.set(true);
        if class.has_base("typing.TypedDict") || class.has_base("typing_extensions.TypedDict") {
            let map = Map::default();
            for named in &arguments.named {
                map.set(Value::text(&named.name, named.span), named.value.clone());
            }
            return Value::map(map, site);
        }
        let as_value = Value::new(Data::Class(class.clone()), site);
        if let Some(owner) = self.owner_of(&as_value)
            && let Some(value) = owner.call(self, &as_value, &arguments, site)
        {
            return value;
        }
        let instance =
            share(Instance { class: class.clone(), attributes: RefCell::default(), arguments: arguments.clone() });
        let value = Value::new(Data::Instance(instance.clone()), site);
        match self.class_member(class, "__init__") {
            // A constructor that a library gave the class takes the object first, as any does.
            Some(init) if init.path().is_some() => {
                let mut arguments = arguments;
                arguments.positional.insert(0, value.clone());
                self.call(&init, arguments, site);
            }
            Some(init) => {
                let method = self.bind_member(&value, class, init, site);
                let mut arguments = arguments;
                // A constructor that a library gave the class is no function of the project, and is not bound.
                if matches!(&method.data, Data::Term(term) if matches!(**term, Term::Name(_))) {
                    arguments.positional.insert(0, value.clone());
                }
                self.call(&method, arguments, site);
            }
            None => {
                let fields = self.class_fields(class);
                for (i, field) in fields.iter().enumerate() {
                    let given = arguments.get(i, &field.name).cloned().or_else(|| field.default.clone());
                    let value = match (given, &arguments.open) {
                        (Some(value), _) => value,
                        (None, Some(why)) => Value::new(Data::Unknown(why.clone()), site),
                        (None, None) => continue,
                    };
                    instance.attributes.borrow_mut().insert(field.name.clone(), value);
                }
                if let Some(post) = self.class_member(class, "__post_init__") {
                    let method = self.bind_member(&value, class, post, site);
                    self.call(&method, Arguments::default(), site);
                }
            }
        }
        value
    }

    /// Parameters as `inspect.signature` shows them: `__signature__` and `__wrapped__` followed, the receiver
    /// of a bound method left out. Annotations are evaluated now, in the scope of the definition.
    ///
    /// # Errors
    /// What is not a function, or whose signature was replaced by something unknown.
    pub fn signature(&mut self, function: &Value) -> Result<Vec<Parameter>, Why> {
        self.signature_at(function, 0)
    }

    fn signature_at(&mut self, function: &Value, depth: usize) -> Result<Vec<Parameter>, Why> {
        let not_known = |text: &str| Why { kind: WhyKind::Unsupported, text: text.to_owned() };
        if depth > 16 {
            return Err(not_known("a signature behind too many wrappers"));
        }
        match &function.data {
            Data::Function(f) => {
                let attributes = f.attributes.borrow();
                if attributes.contains_key("__signature__") {
                    return Err(not_known("a signature that the program replaces"));
                }
                let wrapped = attributes.get("__wrapped__").cloned();
                drop(attributes);
                match wrapped {
                    Some(inner) if self.function_of(&inner).is_some() => self.signature_at(&inner, depth + 1),
                    _ => Ok(self.own_parameters(f)),
                }
            }
            Data::Method(method) => {
                let mut all = self.signature_at(&method.function, depth + 1)?;
                if !all.is_empty() {
                    all.remove(0);
                }
                Ok(all)
            }
            Data::Class(class) => match self.class_member(class, "__init__") {
                Some(init) => {
                    let mut all = self.signature_at(&init, depth + 1)?;
                    if !all.is_empty() {
                        all.remove(0);
                    }
                    Ok(all)
                }
                None => Err(not_known("the signature of a class")),
            },
            Data::Term(term) => match &**term {
                Term::Call { callee, arguments, .. } => {
                    let Some(first) = arguments.positional.first() else {
                        return Err(not_known("a signature that is made by a library"));
                    };
                    let mut all = self.signature_at(first, depth + 1)?;
                    if callee.path().as_deref() == Some("functools.partial") {
                        let taken = arguments.positional.len() - 1;
                        all.drain(..taken.min(all.len()));
                        for p in &mut all {
                            if let Some(value) = arguments.named(&p.name) {
                                p.default = Some(value.clone());
                            }
                        }
                    }
                    Ok(all)
                }
                _ => Err(not_known("the signature of something outside the project")),
            },
            Data::Instance(_) => {
                let method = self.attribute(function, "__call__", function.origin);
                match method.data {
                    Data::Method(_) => self.signature_at(&method, depth + 1),
                    _ => Err(not_known("the signature of an object")),
                }
            }
            _ => Err((*reason(function, "the signature of this")).clone()),
        }
    }

    fn own_parameters(&mut self, function: &Rc<Function>) -> Vec<Parameter> {
        let module = self.module(function.module);
        let def = module.syntax.function(function.id);
        let env = Env {
            module: module.clone(),
            scope: function.scope.clone(),
            class: function.owner.borrow().clone(),
            receiver: None,
        };
        let mut out = Vec::with_capacity(def.params.len());
        for (i, p) in def.params.iter().enumerate() {
            let annotation_span = p.annotation.map(|a| module.syntax.span(module.syntax.expr(a).range));
            out.push(Parameter {
                name: p.name.clone(),
                kind: p.kind,
                annotation: p.annotation.map(|a| self.eval_annotation(&env, a)),
                deferred: module.syntax.deferred_annotations
                    || p.annotation.is_some_and(|a| matches!(module.syntax.expr(a).kind, ExprKind::Quoted { .. })),
                default: function.defaults.get(i).cloned().flatten(),
                span: module.syntax.span(p.range),
                name_span: module.syntax.span(module.syntax.expr(p.pattern).range),
                annotation_span,
            });
        }
        out
    }

    /// The annotation of what a function returns, as [`Machine::signature`] evaluates those of parameters.
    pub fn return_annotation(&mut self, function: &Value) -> Option<Value> {
        let f = self.function_of(function)?;
        let module = self.module(f.module);
        let annotation = module.syntax.function(f.id).returns?;
        let class = f.owner.borrow().clone();
        let env = Env { module, scope: f.scope.clone(), class, receiver: None };
        Some(self.eval_annotation(&env, annotation))
    }

    /// The values that a function's return statements would give for unknown arguments, each with the
    /// return's span; with `None` for the value of a path that returns nothing. Nothing is registered.
    pub fn returns(&mut self, function: &Value, site: Span) -> Vec<(Option<Value>, Span)> {
        let Some(f) = self.unwrapped(function) else { return Vec::new() };
        let module = self.module(f.module);
        let def = module.syntax.function(f.id);
        if def.is_generator {
            return Vec::new();
        }
        self.budget.refill_for_a_look();
        self.overheard.clear();
        self.quiet += 1;
        let env =
            Env { module: module.clone(), scope: inner(&f.scope), class: f.owner.borrow().clone(), receiver: None };
        for p in &def.params {
            let span = module.syntax.span(p.range);
            let value = self.named_argument(&p.name, span);
            self.assign(&env, p.pattern, value);
        }
        let callee = Value::new(Data::Function(f.clone()), site);
        let conditions = self.conditions.len();
        self.frames.push(Frame {
            callee,
            arguments: Arguments::default(),
            returns: Vec::new(),
            yields: Vec::new(),
            conditions,
        });
        let flow = self.run_body(&env, f.id);
        self.conditions.truncate(conditions);
        self.quiet -= 1;
        let mut returns = self.frames.pop().map(|f| f.returns).unwrap_or_default();
        let at = module.syntax.span(def.name_range);
        if self.budget.is_empty() {
            returns.push((Some(Value::unknown(WhyKind::Budget, "a function that is too long to follow", at)), at));
        } else if matches!(flow, Flow::Next | Flow::Perhaps(..)) {
            returns.push((None, at));
        }
        returns
    }
}

/// The name of a method of text, lists and maps, where a bound method is one.
fn method_name(function: &Value) -> Option<String> {
    function.path()?.strip_prefix(super::attributes::METHOD).map(str::to_owned)
}
