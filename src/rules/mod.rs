//! The rules: pure functions over the ir, in one table.
//!
//! A rule is a page in `rules/`, a function in a family's file, and a line in [`RULES`]. Everything that
//! can be said about a rule without running it (name, level, presets, text) is on its page.

mod common;
pub mod contract;
pub mod cost;
mod declared;
mod defaults;
pub mod descriptions;
mod headers;
mod hint_keys;
mod hints;
mod hints_missing;
pub mod hosts;
mod inputs;
mod metadata;
mod misuse;
pub mod naming;
pub mod page;
mod parameters;
mod pattern;
mod prose;
mod protocol;
mod references;
pub mod rename;
mod required_names;
mod returned;
pub mod schema;
mod schema_refs;
pub mod server;
mod similar;
pub mod spec;
mod stale;
pub mod style;
mod templates;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod text;
mod validity;
mod walk;
pub mod words;

use crate::diagnostic::{Diagnostic, Level};
use crate::ir::{Server, Tool};
use crate::settings::{Preset, Settings};
use crate::source::Span;
pub use page::Page;
use std::cell::OnceCell;
use std::sync::LazyLock;

/// What a rule may ask beside the tool that it judges.
pub struct Context<'a> {
    pub settings: &'a Settings,
    pub server: &'a Server,
    /// What the contract rules read of the tool that is judged; each reads the same.
    response: contract::Response<'a>,
    /// Its parameters, for the rules on one tool.
    parameters: OnceCell<Vec<walk::Parameter<'a>>>,
    /// All texts of the server, for the rules that judge them.
    texts: text::Texts<'a>,
}

impl<'a> Context<'a> {
    /// The parameters of the tool that a rule on one tool judges.
    fn parameters(&self, tool: &'a Tool) -> &[walk::Parameter<'a>] {
        self.parameters.get_or_init(|| walk::parameters(tool))
    }
}

impl Context<'_> {
    pub fn promcp(&self) -> bool {
        self.settings.preset == Preset::Promcp
    }
}

/// How a rule is asked.
pub enum Check {
    /// Once a tool.
    Tool(for<'a> fn(&'a Tool, &Context<'a>, &mut Sink)),
    /// Once a server.
    Server(for<'a> fn(&'a Server, &Context<'a>, &mut Sink)),
    /// Never: the analysis itself emits it (unreadable files, suppressions).
    Engine,
}

pub struct Rule {
    /// `R006`.
    pub code: &'static str,
    /// Its page, `rules/R006.md`.
    pub source: &'static str,
    pub check: Check,
}

/// Takes findings; the only way out of a rule.
pub struct Sink<'a> {
    code: &'static str,
    level: Level,
    out: &'a mut Vec<Diagnostic>,
}

impl Sink<'_> {
    /// Where the next finding will stand: for [`Sink::about`].
    pub fn mark(&self) -> usize {
        self.out.len()
    }

    /// Says that all findings from a mark on are about this tool: for rules that are asked once a server.
    pub fn about(&mut self, mark: usize, tool: &Tool) {
        for d in &mut self.out[mark..] {
            common::about(d, tool);
        }
    }

    /// The code of the running rule: one function may serve several rules.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Reports a finding of the running rule at its page's level. What is wrong goes into `message`: one
    /// sentence, lower case, no final stop. Names are quoted in backticks.
    pub fn report(&mut self, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.out.push(Diagnostic::new(self.code, self.level, span, message));
        let last = self.out.len() - 1;
        &mut self.out[last]
    }
}

/// All rules, in code order.
pub static RULES: &[Rule] = &[
    Rule { code: "R000", source: include_str!("../../rules/R000.md"), check: Check::Tool(contract::undeclared) },
    Rule { code: "R001", source: include_str!("../../rules/R001.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R002", source: include_str!("../../rules/R002.md"), check: Check::Tool(contract::values) },
    Rule { code: "R003", source: include_str!("../../rules/R003.md"), check: Check::Tool(contract::incomplete) },
    Rule { code: "R004", source: include_str!("../../rules/R004.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R005", source: include_str!("../../rules/R005.md"), check: Check::Tool(contract::values) },
    Rule { code: "R006", source: include_str!("../../rules/R006.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R007", source: include_str!("../../rules/R007.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R008", source: include_str!("../../rules/R008.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R009", source: include_str!("../../rules/R009.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R010", source: include_str!("../../rules/R010.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R011", source: include_str!("../../rules/R011.md"), check: Check::Tool(contract::types) },
    Rule { code: "R012", source: include_str!("../../rules/R012.md"), check: Check::Tool(contract::values) },
    Rule { code: "R013", source: include_str!("../../rules/R013.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R014", source: include_str!("../../rules/R014.md"), check: Check::Tool(contract::unroutable) },
    Rule { code: "R015", source: include_str!("../../rules/R015.md"), check: Check::Tool(contract::missing) },
    Rule { code: "R016", source: include_str!("../../rules/R016.md"), check: Check::Tool(contract::required) },
    Rule { code: "R017", source: include_str!("../../rules/R017.md"), check: Check::Tool(contract::implied) },
    Rule { code: "R018", source: include_str!("../../rules/R018.md"), check: Check::Tool(contract::paired) },
    Rule { code: "R019", source: include_str!("../../rules/R019.md"), check: Check::Tool(contract::misplaced) },
    Rule { code: "R020", source: include_str!("../../rules/R020.md"), check: Check::Tool(naming::missing) },
    Rule { code: "R021", source: include_str!("../../rules/R021.md"), check: Check::Tool(naming::not_snake_case) },
    Rule { code: "R022", source: include_str!("../../rules/R022.md"), check: Check::Server(naming::verb_missing) },
    Rule { code: "R023", source: include_str!("../../rules/R023.md"), check: Check::Tool(naming::capability_missing) },
    Rule { code: "R024", source: include_str!("../../rules/R024.md"), check: Check::Tool(naming::long) },
    Rule { code: "R025", source: include_str!("../../rules/R025.md"), check: Check::Tool(naming::generic) },
    Rule { code: "R026", source: include_str!("../../rules/R026.md"), check: Check::Tool(naming::verbs_mixed) },
    Rule { code: "R027", source: include_str!("../../rules/R027.md"), check: Check::Tool(naming::can_do_variant) },
    Rule { code: "R028", source: include_str!("../../rules/R028.md"), check: Check::Tool(naming::verb_contradicts) },
    Rule { code: "R029", source: include_str!("../../rules/R029.md"), check: Check::Server(server::name_duplicate) },
    Rule { code: "R030", source: include_str!("../../rules/R030.md"), check: Check::Tool(descriptions::missing) },
    Rule { code: "R031", source: include_str!("../../rules/R031.md"), check: Check::Tool(descriptions::thin) },
    Rule {
        code: "R032",
        source: include_str!("../../rules/R032.md"),
        check: Check::Tool(descriptions::describes_mutation),
    },
    Rule { code: "R033", source: include_str!("../../rules/R033.md"), check: Check::Tool(parameters::undescribed) },
    Rule { code: "R034", source: include_str!("../../rules/R034.md"), check: Check::Server(stale::lost) },
    Rule { code: "R035", source: include_str!("../../rules/R035.md"), check: Check::Server(stale::stale) },
    Rule { code: "R036", source: include_str!("../../rules/R036.md"), check: Check::Server(similar::same_description) },
    Rule { code: "R037", source: include_str!("../../rules/R037.md"), check: Check::Tool(prose::values_only) },
    Rule { code: "R038", source: include_str!("../../rules/R038.md"), check: Check::Tool(prose::contradicts) },
    Rule { code: "R040", source: include_str!("../../rules/R040.md"), check: Check::Tool(inputs::key_missing) },
    Rule { code: "R041", source: include_str!("../../rules/R041.md"), check: Check::Tool(inputs::intent_missing) },
    Rule { code: "R042", source: include_str!("../../rules/R042.md"), check: Check::Tool(inputs::tags_missing) },
    Rule { code: "R043", source: include_str!("../../rules/R043.md"), check: Check::Tool(inputs::key_malformed) },
    Rule { code: "R044", source: include_str!("../../rules/R044.md"), check: Check::Tool(inputs::intent_malformed) },
    Rule { code: "R045", source: include_str!("../../rules/R045.md"), check: Check::Tool(declared::key_unused) },
    Rule { code: "R046", source: include_str!("../../rules/R046.md"), check: Check::Tool(parameters::untyped) },
    Rule { code: "R047", source: include_str!("../../rules/R047.md"), check: Check::Tool(defaults::mismatch) },
    Rule { code: "R048", source: include_str!("../../rules/R048.md"), check: Check::Tool(parameters::open) },
    Rule { code: "R049", source: include_str!("../../rules/R049.md"), check: Check::Tool(defaults::inverted) },
    Rule { code: "R050", source: include_str!("../../rules/R050.md"), check: Check::Server(server::can_do_absent) },
    Rule { code: "R051", source: include_str!("../../rules/R051.md"), check: Check::Server(server::can_do_multiple) },
    Rule { code: "R052", source: include_str!("../../rules/R052.md"), check: Check::Server(server::too_many_tools) },
    Rule { code: "R053", source: include_str!("../../rules/R053.md"), check: Check::Server(server::too_many_do) },
    Rule { code: "R054", source: include_str!("../../rules/R054.md"), check: Check::Server(server::too_many_read) },
    Rule { code: "R056", source: include_str!("../../rules/R056.md"), check: Check::Server(references::unknown) },
    Rule { code: "R057", source: include_str!("../../rules/R057.md"), check: Check::Server(similar::confusable) },
    Rule { code: "R058", source: include_str!("../../rules/R058.md"), check: Check::Server(cost::costly) },
    Rule { code: "R060", source: include_str!("../../rules/R060.md"), check: Check::Server(hints_missing::missing) },
    Rule { code: "R061", source: include_str!("../../rules/R061.md"), check: Check::Server(hints::read_not_read_only) },
    Rule { code: "R062", source: include_str!("../../rules/R062.md"), check: Check::Tool(hints::do_read_only) },
    Rule { code: "R063", source: include_str!("../../rules/R063.md"), check: Check::Server(hints::contradict) },
    Rule {
        code: "R064",
        source: include_str!("../../rules/R064.md"),
        check: Check::Server(hints::destructive_implicit),
    },
    Rule { code: "R065", source: include_str!("../../rules/R065.md"), check: Check::Tool(hints::do_not_idempotent) },
    Rule { code: "R066", source: include_str!("../../rules/R066.md"), check: Check::Server(hint_keys::invalid) },
    Rule { code: "R067", source: include_str!("../../rules/R067.md"), check: Check::Tool(declared::contradicts) },
    Rule { code: "R068", source: include_str!("../../rules/R068.md"), check: Check::Tool(hints::side_effects) },
    Rule { code: "R069", source: include_str!("../../rules/R069.md"), check: Check::Tool(hints::titles) },
    Rule { code: "R074", source: include_str!("../../rules/R074.md"), check: Check::Tool(contract::derived) },
    Rule {
        code: "R076",
        source: include_str!("../../rules/R076.md"),
        check: Check::Tool(declared::effects_undeclared),
    },
    Rule { code: "R077", source: include_str!("../../rules/R077.md"), check: Check::Tool(returned::not_returned) },
    Rule {
        code: "R080",
        source: include_str!("../../rules/R080.md"),
        check: Check::Tool(protocol::input_schema_invalid),
    },
    Rule { code: "R081", source: include_str!("../../rules/R081.md"), check: Check::Tool(validity::keyword_invalid) },
    Rule { code: "R082", source: include_str!("../../rules/R082.md"), check: Check::Tool(required_names::unknown) },
    Rule { code: "R083", source: include_str!("../../rules/R083.md"), check: Check::Tool(schema_refs::unresolved) },
    Rule { code: "R084", source: include_str!("../../rules/R084.md"), check: Check::Tool(schema_refs::recursive) },
    Rule { code: "R085", source: include_str!("../../rules/R085.md"), check: Check::Tool(validity::output_root) },
    Rule { code: "R086", source: include_str!("../../rules/R086.md"), check: Check::Tool(protocol::null_field) },
    Rule { code: "R087", source: include_str!("../../rules/R087.md"), check: Check::Tool(spec::name) },
    Rule { code: "R088", source: include_str!("../../rules/R088.md"), check: Check::Tool(headers::annotation_invalid) },
    Rule { code: "R089", source: include_str!("../../rules/R089.md"), check: Check::Server(validity::dialect) },
    Rule { code: "R090", source: include_str!("../../rules/R090.md"), check: Check::Tool(protocol::unknown_field) },
    Rule { code: "R091", source: include_str!("../../rules/R091.md"), check: Check::Engine },
    Rule { code: "R092", source: include_str!("../../rules/R092.md"), check: Check::Server(style::mixed) },
    Rule {
        code: "R093",
        source: include_str!("../../rules/R093.md"),
        check: Check::Server(protocol::output_undeclared),
    },
    Rule {
        code: "R094",
        source: include_str!("../../rules/R094.md"),
        check: Check::Tool(parameters::default_on_required),
    },
    Rule { code: "R095", source: include_str!("../../rules/R095.md"), check: Check::Server(metadata::invalid) },
    Rule { code: "R096", source: include_str!("../../rules/R096.md"), check: Check::Tool(contract::candidate_effects) },
    Rule { code: "R100", source: include_str!("../../rules/R100.md"), check: Check::Tool(hosts::names::charset) },
    Rule { code: "R101", source: include_str!("../../rules/R101.md"), check: Check::Tool(hosts::names::length) },
    Rule { code: "R102", source: include_str!("../../rules/R102.md"), check: Check::Server(hosts::names::collision) },
    Rule {
        code: "R103",
        source: include_str!("../../rules/R103.md"),
        check: Check::Server(hosts::demands::tool_count),
    },
    Rule { code: "R104", source: include_str!("../../rules/R104.md"), check: Check::Tool(hosts::texts::length) },
    Rule {
        code: "R105",
        source: include_str!("../../rules/R105.md"),
        check: Check::Server(hosts::schemas::root_combinator),
    },
    Rule {
        code: "R106",
        source: include_str!("../../rules/R106.md"),
        check: Check::Server(hosts::schemas::array_items),
    },
    Rule {
        code: "R107",
        source: include_str!("../../rules/R107.md"),
        check: Check::Server(hosts::schemas::boolean_subschema),
    },
    Rule {
        code: "R108",
        source: include_str!("../../rules/R108.md"),
        check: Check::Server(hosts::schemas::type_missing),
    },
    Rule { code: "R109", source: include_str!("../../rules/R109.md"), check: Check::Server(hosts::schemas::type_list) },
    Rule {
        code: "R110",
        source: include_str!("../../rules/R110.md"),
        check: Check::Server(hosts::schemas::enum_restricted),
    },
    Rule {
        code: "R111",
        source: include_str!("../../rules/R111.md"),
        check: Check::Server(hosts::schemas::format_unsupported),
    },
    Rule {
        code: "R112",
        source: include_str!("../../rules/R112.md"),
        check: Check::Server(hosts::schemas::keyword_unsupported),
    },
    Rule { code: "R113", source: include_str!("../../rules/R113.md"), check: Check::Server(hosts::schemas::reference) },
    Rule {
        code: "R114",
        source: include_str!("../../rules/R114.md"),
        check: Check::Server(hosts::schemas::property_key),
    },
    Rule { code: "R115", source: include_str!("../../rules/R115.md"), check: Check::Server(hosts::schemas::nesting) },
    Rule {
        code: "R116",
        source: include_str!("../../rules/R116.md"),
        check: Check::Tool(hosts::demands::directory_metadata),
    },
    Rule { code: "R130", source: include_str!("../../rules/R130.md"), check: Check::Server(text::invisible) },
    Rule { code: "R131", source: include_str!("../../rules/R131.md"), check: Check::Server(text::bidi) },
    Rule { code: "R132", source: include_str!("../../rules/R132.md"), check: Check::Server(text::control) },
    Rule { code: "R133", source: include_str!("../../rules/R133.md"), check: Check::Server(text::mixed_script) },
    Rule { code: "R134", source: include_str!("../../rules/R134.md"), check: Check::Server(text::hidden_markup) },
    Rule { code: "R135", source: include_str!("../../rules/R135.md"), check: Check::Server(text::directive) },
    Rule { code: "R136", source: include_str!("../../rules/R136.md"), check: Check::Server(text::secret_solicited) },
    Rule { code: "R137", source: include_str!("../../rules/R137.md"), check: Check::Server(text::carries_out) },
    Rule { code: "R138", source: include_str!("../../rules/R138.md"), check: Check::Server(text::shadowing) },
    Rule { code: "R139", source: include_str!("../../rules/R139.md"), check: Check::Server(text::secret_in_text) },
    Rule { code: "R150", source: include_str!("../../rules/R150.md"), check: Check::Server(misuse::told) },
    Rule { code: "R151", source: include_str!("../../rules/R151.md"), check: Check::Server(misuse::told) },
    Rule { code: "R152", source: include_str!("../../rules/R152.md"), check: Check::Server(misuse::told) },
    Rule { code: "R153", source: include_str!("../../rules/R153.md"), check: Check::Server(misuse::told) },
    Rule { code: "R154", source: include_str!("../../rules/R154.md"), check: Check::Server(misuse::told) },
    Rule { code: "R155", source: include_str!("../../rules/R155.md"), check: Check::Server(misuse::told) },
    Rule { code: "R157", source: include_str!("../../rules/R157.md"), check: Check::Server(misuse::told) },
    Rule { code: "R158", source: include_str!("../../rules/R158.md"), check: Check::Server(misuse::told) },
    Rule { code: "R160", source: include_str!("../../rules/R160.md"), check: Check::Server(misuse::told) },
    Rule { code: "R161", source: include_str!("../../rules/R161.md"), check: Check::Tool(declared::unawaited) },
    Rule { code: "R162", source: include_str!("../../rules/R162.md"), check: Check::Tool(declared::keywords) },
    Rule { code: "R164", source: include_str!("../../rules/R164.md"), check: Check::Server(misuse::told) },
    Rule { code: "R900", source: include_str!("../../rules/R900.md"), check: Check::Engine },
    Rule { code: "R901", source: include_str!("../../rules/R901.md"), check: Check::Engine },
    Rule { code: "R902", source: include_str!("../../rules/R902.md"), check: Check::Engine },
    Rule { code: "R903", source: include_str!("../../rules/R903.md"), check: Check::Engine },
];

/// The parsed front matter and text of every rule, in the order of [`RULES`].
pub static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| RULES.iter().map(|r| Page::parse(r.source)).collect());

/// The page of a code.
pub fn page(code: &str) -> Option<&'static Page> {
    let i = RULES.iter().position(|r| r.code == code)?;
    PAGES.get(i)
}

/// The code that a user means: one of ours in any case, or one of the reference linter's (`N003`).
pub fn resolve_code(text: &str) -> Vec<&'static str> {
    let text = text.to_ascii_uppercase();
    if let Some(rule) = RULES.iter().find(|r| r.code == text) {
        return vec![rule.code];
    }
    RULES.iter().zip(PAGES.iter()).filter(|(_, p)| p.aliases.contains(&text.as_str())).map(|(r, _)| r.code).collect()
}

/// Runs every rule that `settings` ask for over one server.
pub fn check_server(server: &Server, settings: &Settings) -> Vec<Diagnostic> {
    let context = || Context {
        settings,
        server,
        response: contract::Response::default(),
        parameters: OnceCell::new(),
        texts: text::Texts::default(),
    };
    let asked: Vec<(&Rule, Level)> = RULES
        .iter()
        .zip(PAGES.iter())
        .filter_map(|(rule, page)| Some((rule, level_of(rule.code, page, settings)?)))
        .collect();
    let mut out = Vec::new();
    // All rules on one tool before the next: what they read of it is at hand.
    for tool in &server.tools {
        let first = out.len();
        let context = context();
        for (rule, level) in &asked {
            if let Check::Tool(check) = rule.check {
                check(tool, &context, &mut Sink { code: rule.code, level: *level, out: &mut out });
            }
        }
        for d in &mut out[first..] {
            d.tool = Some(tool.known_name().unwrap_or("").to_owned());
        }
    }
    let context = context();
    for (rule, level) in &asked {
        if let Check::Server(check) = rule.check {
            check(server, &context, &mut Sink { code: rule.code, level: *level, out: &mut out });
        }
    }
    for d in &mut out {
        d.server = Some(server.id.clone());
        if let Some(Some(level)) = settings.levels.get(d.code) {
            d.level = *level;
        }
    }
    out
}

/// The level at which a rule reports under these settings; `None` where it is off.
pub fn level_of(code: &'static str, page: &Page, settings: &Settings) -> Option<Level> {
    match settings.levels.get(code) {
        Some(level) => return *level,
        None if settings.ignore.contains(&code) => return None,
        None => {}
    }
    if !settings.select.is_empty() {
        return settings.select.contains(&code).then_some(page.level);
    }
    (page.on && page.presets.contains(&settings.preset)).then_some(page.level_in(settings.preset))
}
