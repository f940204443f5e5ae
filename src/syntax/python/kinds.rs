//! The grammar's node kinds and fields as small numbers, looked up once per process.

use crate::source::Language;
use crate::syntax::parse::grammar;
use std::num::NonZeroU16;
use std::sync::LazyLock;
use tree_sitter::Node;

macro_rules! kinds {
    ($($kind:ident = $name:literal,)*) => {
        /// A named node kind of the grammar.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Kind {
            /// Punctuation and keywords.
            Token,
            /// What the parser could not read.
            Error,
            /// A named node that stands only inside others that read it themselves.
            Other,
            $($kind,)*
        }

        /// Kinds by the names that the grammar gives them.
        const KINDS: &[(&str, Kind)] = &[$(($name, Kind::$kind),)*];
    };
}

kinds! {
    AliasedImport = "aliased_import",
    ArgumentList = "argument_list",
    AsPattern = "as_pattern",
    AsPatternTarget = "as_pattern_target",
    Assert = "assert_statement",
    Assignment = "assignment",
    Attribute = "attribute",
    AugmentedAssignment = "augmented_assignment",
    Await = "await",
    BinaryOperator = "binary_operator",
    Block = "block",
    BooleanOperator = "boolean_operator",
    Break = "break_statement",
    Call = "call",
    CaseClause = "case_clause",
    CasePattern = "case_pattern",
    Chevron = "chevron",
    Class = "class_definition",
    ClassPattern = "class_pattern",
    Comment = "comment",
    ComparisonOperator = "comparison_operator",
    ConcatenatedString = "concatenated_string",
    Conditional = "conditional_expression",
    ConstrainedType = "constrained_type",
    Continue = "continue_statement",
    Decorated = "decorated_definition",
    Decorator = "decorator",
    DefaultParameter = "default_parameter",
    Delete = "delete_statement",
    Dictionary = "dictionary",
    DictionaryComprehension = "dictionary_comprehension",
    DictionarySplat = "dictionary_splat",
    DictionarySplatPattern = "dictionary_splat_pattern",
    DottedName = "dotted_name",
    ElifClause = "elif_clause",
    Ellipsis = "ellipsis",
    ElseClause = "else_clause",
    ExceptClause = "except_clause",
    Exec = "exec_statement",
    ExpressionList = "expression_list",
    ExpressionStatement = "expression_statement",
    False = "false",
    FinallyClause = "finally_clause",
    Float = "float",
    For = "for_statement",
    ForInClause = "for_in_clause",
    FormatExpression = "format_expression",
    Function = "function_definition",
    FutureImport = "future_import_statement",
    GeneratorExpression = "generator_expression",
    GenericType = "generic_type",
    Global = "global_statement",
    Identifier = "identifier",
    If = "if_statement",
    IfClause = "if_clause",
    Import = "import_statement",
    ImportFrom = "import_from_statement",
    ImportPrefix = "import_prefix",
    Integer = "integer",
    Interpolation = "interpolation",
    KeywordArgument = "keyword_argument",
    KeywordPattern = "keyword_pattern",
    KeywordSeparator = "keyword_separator",
    Lambda = "lambda",
    LineContinuation = "line_continuation",
    List = "list",
    ListComprehension = "list_comprehension",
    ListPattern = "list_pattern",
    ListSplat = "list_splat",
    ListSplatPattern = "list_splat_pattern",
    Match = "match_statement",
    MemberType = "member_type",
    Module = "module",
    NamedExpression = "named_expression",
    None = "none",
    Nonlocal = "nonlocal_statement",
    NotOperator = "not_operator",
    Pair = "pair",
    Parenthesized = "parenthesized_expression",
    ParenthesizedListSplat = "parenthesized_list_splat",
    Pass = "pass_statement",
    PatternList = "pattern_list",
    PositionalSeparator = "positional_separator",
    Print = "print_statement",
    Raise = "raise_statement",
    RelativeImport = "relative_import",
    Return = "return_statement",
    Set = "set",
    SetComprehension = "set_comprehension",
    Slice = "slice",
    SplatPattern = "splat_pattern",
    SplatType = "splat_type",
    String = "string",
    StringContent = "string_content",
    StringEnd = "string_end",
    StringStart = "string_start",
    Subscript = "subscript",
    True = "true",
    Try = "try_statement",
    Tuple = "tuple",
    TuplePattern = "tuple_pattern",
    Type = "type",
    TypeAlias = "type_alias_statement",
    TypeParameter = "type_parameter",
    TypedDefaultParameter = "typed_default_parameter",
    TypedParameter = "typed_parameter",
    UnaryOperator = "unary_operator",
    UnionPattern = "union_pattern",
    UnionType = "union_type",
    While = "while_statement",
    WildcardImport = "wildcard_import",
    With = "with_statement",
    WithClause = "with_clause",
    WithItem = "with_item",
    Yield = "yield",
}

static BY_ID: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let Some(grammar) = grammar(Language::Python) else { return Vec::new() };
    let kind = |id: u16| match grammar.node_kind_for_id(id) {
        Some(name) if grammar.node_kind_is_named(id) => {
            KINDS.iter().find(|(n, _)| *n == name).map_or(Kind::Other, |(_, k)| *k)
        }
        _ => Kind::Token,
    };
    (0..grammar.node_kind_count()).map(|id| kind(id as u16)).collect()
});

/// The kind of a node.
pub fn kind(node: Node) -> Kind {
    BY_ID.get(node.kind_id() as usize).copied().unwrap_or(Kind::Error)
}

/// Fields of the grammar by number; 0 is none.
pub struct Fields {
    pub alias: u16,
    pub arguments: u16,
    pub attribute: u16,
    pub body: u16,
    pub cause: u16,
    pub expression: u16,
    pub format_specifier: u16,
    pub function: u16,
    pub left: u16,
    pub module_name: u16,
    pub name: u16,
    pub object: u16,
    pub operator: u16,
    pub operators: u16,
    pub right: u16,
    pub subject: u16,
    pub subscript: u16,
    pub r#type: u16,
    pub type_conversion: u16,
    pub value: u16,
}

pub static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
    let grammar = grammar(Language::Python);
    let id = |name: &str| grammar.as_ref().and_then(|g| g.field_id_for_name(name)).map_or(0, NonZeroU16::get);
    Fields {
        alias: id("alias"),
        arguments: id("arguments"),
        attribute: id("attribute"),
        body: id("body"),
        cause: id("cause"),
        expression: id("expression"),
        format_specifier: id("format_specifier"),
        function: id("function"),
        left: id("left"),
        module_name: id("module_name"),
        name: id("name"),
        object: id("object"),
        operator: id("operator"),
        operators: id("operators"),
        right: id("right"),
        subject: id("subject"),
        subscript: id("subscript"),
        r#type: id("type"),
        type_conversion: id("type_conversion"),
        value: id("value"),
    }
});
