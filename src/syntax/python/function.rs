//! Functions, lambdas, parameters and classes.

use super::stmt::Owner;
use super::*;
use crate::syntax::{ClassKind, FunctionKind, Param, ParamKind};

impl<'t> Lowerer<'t> {
    /// `def` with its decorators.
    pub(super) fn function(&mut self, node: Node<'t>, decorators: Vec<ExprId>) -> FunctionId {
        let name_node = node.child_by_field_name("name");
        let name = name_node.map_or_else(|| Name::from(""), |n| self.name_of(n));
        let name_range = name_node.map_or_else(|| self.range(node), |n| self.range(n));
        let kind = if self.in_class { self.method_kind(&name, &decorators) } else { FunctionKind::Plain };
        let params = node.child_by_field_name("parameters").map(|p| self.params(p)).unwrap_or_default();
        let returns = node.child_by_field_name("return_type").map(|t| self.annotation(t));
        let (in_class, yields) = (self.in_class, self.yields);
        (self.in_class, self.yields) = (false, false);
        let (body, doc) = match node.child_by_field_id(FIELDS.body) {
            Some(block) => self.body(block, Owner::Function),
            None => (Vec::new(), None),
        };
        let is_generator = self.yields;
        (self.in_class, self.yields) = (in_class, yields);
        let range = self.range(node);
        self.add_function(Function {
            name,
            name_range,
            range,
            params,
            returns,
            body,
            value: None,
            doc,
            decorators,
            kind,
            is_async: self.text(node).starts_with("async"),
            is_generator,
        })
    }

    /// What the decorators of a method make of it.
    fn method_kind(&self, name: &str, decorators: &[ExprId]) -> FunctionKind {
        for id in decorators {
            match &self.out.exprs[id.0 as usize].kind {
                ExprKind::Name(n) if &**n == "staticmethod" => return FunctionKind::Static,
                ExprKind::Name(n) if &**n == "property" => return FunctionKind::Getter,
                ExprKind::Attribute { name, .. } if &**name == "setter" => return FunctionKind::Setter,
                _ => {}
            }
        }
        if name == "__init__" { FunctionKind::Constructor } else { FunctionKind::Plain }
    }

    pub(super) fn lambda(&mut self, node: Node<'t>) -> ExprKind {
        let annotation = std::mem::replace(&mut self.annotation, false);
        let params = node.child_by_field_name("parameters").map(|p| self.params(p)).unwrap_or_default();
        let yields = std::mem::replace(&mut self.yields, false);
        let value = Some(self.field(node, FIELDS.body));
        let is_generator = std::mem::replace(&mut self.yields, yields);
        self.annotation = annotation;
        let range = self.range(node);
        let name = self.name("");
        ExprKind::Lambda(self.add_function(Function {
            name,
            name_range: Range { start: range.start, end: range.start },
            range,
            params,
            returns: None,
            body: Vec::new(),
            value,
            doc: None,
            decorators: Vec::new(),
            kind: FunctionKind::Plain,
            is_async: false,
            is_generator,
        }))
    }

    fn params(&mut self, node: Node<'t>) -> Vec<Param> {
        let kids = self.named(node);
        let mut params: Vec<Param> = Vec::with_capacity(kids.len());
        let mut kind = ParamKind::Plain;
        for kid in &kids {
            match kid.kind {
                Kind::PositionalSeparator => params.iter_mut().for_each(|p| p.kind = ParamKind::PositionalOnly),
                Kind::KeywordSeparator => kind = ParamKind::KeywordOnly,
                _ => {
                    let param = self.param(*kid, kind);
                    if param.kind == ParamKind::Rest {
                        kind = ParamKind::KeywordOnly;
                    }
                    params.push(param);
                }
            }
        }
        self.done(kids);
        params
    }

    fn param(&mut self, kid: Child<'t>, mut kind: ParamKind) -> Param {
        let named = match kid.kind {
            Kind::DefaultParameter | Kind::TypedDefaultParameter => kid.node.child_by_field_id(FIELDS.name),
            Kind::TypedParameter => self.only_child(kid.node),
            _ => Some(kid.node),
        };
        let mut target = named;
        match named.map(super::kind) {
            Some(Kind::ListSplatPattern) => {
                kind = ParamKind::Rest;
                target = named.and_then(|n| self.only_child(n));
            }
            Some(Kind::DictionarySplatPattern) => {
                kind = ParamKind::KeywordRest;
                target = named.and_then(|n| self.only_child(n));
            }
            _ => {}
        }
        let pattern = match target {
            Some(target) => self.expr(target),
            None => self.missing(kid.node),
        };
        let name = match &self.out.exprs[pattern.0 as usize].kind {
            ExprKind::Name(name) => name.clone(),
            _ => self.name(""),
        };
        let annotation = kid.node.child_by_field_id(FIELDS.r#type).map(|t| self.annotation(t));
        let default = match kid.kind {
            Kind::DefaultParameter | Kind::TypedDefaultParameter => kid.node.child_by_field_id(FIELDS.value),
            _ => None,
        };
        let default = default.map(|v| self.expr(v));
        let range = self.range(kid.node);
        Param { pattern, name, range, annotation, default, kind, optional: false, doc: None, attributes: Vec::new() }
    }

    pub(super) fn class(&mut self, node: Node<'t>, decorators: Vec<ExprId>) -> ClassId {
        let name_node = node.child_by_field_name("name");
        let name = name_node.map_or_else(|| Name::from(""), |n| self.name_of(n));
        let name_range = name_node.map_or_else(|| self.range(node), |n| self.range(n));
        let bases = node.child_by_field_name("superclasses").map(|b| self.arguments(b)).unwrap_or_default();
        let in_class = std::mem::replace(&mut self.in_class, true);
        let (body, doc) = match node.child_by_field_id(FIELDS.body) {
            Some(block) => self.body(block, Owner::Class),
            None => (Vec::new(), None),
        };
        self.in_class = in_class;
        let range = self.range(node);
        self.add_class(Class { name, name_range, range, bases, decorators, body, doc, kind: ClassKind::Class })
    }
}
