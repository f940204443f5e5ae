//! The word lists of the rules. Lower case, base forms, separated by white space.

/// Verbs that look at something.
pub const READ: &str = "
    get list search fetch find read show view query describe lookup check count inspect retrieve browse
    preview summarize explain compare validate verify diff peek tail discover enumerate identify detect
    calculate compute estimate analyze lint monitor watch resolve scan";

/// Verbs that change something.
pub const WRITE: &str = "
    create add update delete remove set insert write edit modify patch upsert append replace rename move
    upload send post publish reply submit save store install uninstall enable disable start stop restart kill
    cancel reset clear purge drop truncate archive unarchive restore assign unassign attach detach merge close
    reopen lock unlock approve reject invite ban register unregister deploy rollback revert commit push execute
    trigger invoke apply destroy erase wipe terminate revoke grant reserve book overwrite";

/// Verbs from which nothing follows.
pub const NEITHER: &str = "
    manage run build test open download export import copy generate take convert record call connect sync
    clone navigate click type press use process handle";

/// Verbs of prose from which nothing follows.
pub const FURTHER: &str = "
    return give tell report output print load pull render display select provide produce collect gather
    expose parse evaluate determine ensure make answer wait poll look see pick choose ask dump format trace do";

/// Words of [`WRITE`] that are seldom nouns or terms of a trade: the only ones that accuse by themselves.
pub const ACCUSING: &str = "
    create delete remove insert modify erase overwrite destroy rename send upload install uninstall enable
    disable cancel restart kill revoke purge wipe append write update edit";

/// Further verbs that accuse as the verb of a sentence, where the grammar shows that they are verbs.
pub const ACCUSING_IN_SENTENCE: &str = "
    replace add reset clear drop truncate archive restore assign merge approve reject deploy publish submit
    save reserve grant revert rollback push patch post book";

/// Verbs that only look, beyond doubt, in any name.
pub const PLAIN_READ: &str = "get list fetch read show describe find";

/// Verbs that `read_` says already, so that a name under it can go without them.
pub const SAID_BY_READ: &str = "get list fetch read show view retrieve";

/// Words of [`NEITHER`] that most often change something; good enough for a proposal.
pub const LIKELY_WRITE: &str = "run build call click type press sync clone connect import record";

/// Verbs that are nouns as often: as the first word of a sentence they need a determiner behind them.
pub const NOUN_OR_VERB: &str = "
    archive post book patch grant reserve deploy push merge drop reset clear save rollback";

/// Words that make a noun of the verb before them (`update history`, `upload limit`).
pub const AFTER_NOUN: &str = "
    of for from by is are since about at in on per with to within between available
    history log logs time times date dates day status state info information details metadata count counts
    number frequency interval rate rates speed limit limits quota policy policies notes note event events
    permission permissions queue timestamp version access token error errors fields";

pub const DETERMINERS: &str = "it them its the a an all any every each this that your one";

/// Words behind which a verb speaks of something else than what the tool does.
pub const SUBORDINATE: &str = "
    that which who whose when where how before after if whether unless until while because can could may might
    must should would let lets allow allows allowing";

pub const NEGATION: &str = "
    not never no without cannot can't won't doesn't don't didn't isn't nothing nor neither instead rather";

/// Pairs of a looking and a changing verb that name one deed.
pub const ONE_DEED: &[(&str, &str)] =
    &[("search", "replace"), ("find", "replace"), ("compare", "set"), ("check", "set")];

/// What a name says nothing with (after its verb).
pub const GENERIC: &str = "
    action update create delete execute run process handle set get data value info item thing it all object
    resource stuff";

/// Whole texts that stand for a description still to be written.
pub const PLACEHOLDER: &[&str] = &[
    "todo",
    "fixme",
    "tbd",
    "tba",
    "wip",
    "xxx",
    "n a",
    "none",
    "null",
    "undefined",
    "test",
    "placeholder",
    "description",
    "description here",
    "no description",
    "no description available",
    "no description provided",
    "add description",
    "change me",
    "coming soon",
    "lorem ipsum",
    "",
];

/// Words that add nothing to a tool's name.
pub const FILL: &str = "
    a an the of for to in on from by with and or this that tool function method command mcp api call returns
    get list all new given specified your current single one its it using via";

/// Words of names that no group of tools is about.
pub const NO_SUBJECT: &str = "
    many multi multiple batch bulk raw full next last first other default current by id ids name names";

/// Verbs of one meaning before the same noun.
pub const SYNONYMS: &[&[&str]] = &[
    &["get", "fetch", "retrieve"],
    &["list", "enumerate"],
    &["search", "find", "query", "lookup"],
    &["create", "add", "insert"],
    &["update", "edit", "modify", "change", "patch"],
    &["delete", "remove", "destroy", "erase"],
    &["run", "execute", "exec", "invoke"],
    &["stop", "kill", "terminate"],
];

/// Past forms that no ending makes: base, then its forms.
pub const IRREGULAR: &[&[&str]] = &[
    &["get", "got", "gotten"],
    &["find", "found"],
    &["read", "read"],
    &["show", "showed", "shown"],
    &["send", "sent"],
    &["set", "set"],
    &["reset", "reset"],
    &["write", "wrote", "written"],
    &["overwrite", "overwrote", "overwritten"],
    &["run", "ran"],
    &["build", "built"],
    &["take", "took", "taken"],
    &["give", "gave", "given"],
    &["tell", "told"],
    &["make", "made"],
    &["see", "saw", "seen"],
    &["choose", "chose", "chosen"],
    &["do", "did", "done"],
    &["cancel", "canceled", "canceling"],
];

/// Verbs of two syllables that double their last letter.
pub const DOUBLING: &str = "submit commit reset cancel format";

/// Letters with marks and what is written for them in plain ones.
pub const PLAIN_LETTERS: &[(&str, &str)] = &[
    ("àáâãåāă", "a"),
    ("äæ", "ae"),
    ("çćč", "c"),
    ("ďđ", "d"),
    ("èéêëēęě", "e"),
    ("ğ", "g"),
    ("ìíîïī", "i"),
    ("ł", "l"),
    ("ñńň", "n"),
    ("òóôõøō", "o"),
    ("öœ", "oe"),
    ("ř", "r"),
    ("śšş", "s"),
    ("ß", "ss"),
    ("ťţ", "t"),
    ("ùúûūů", "u"),
    ("ü", "ue"),
    ("ýÿ", "y"),
    ("źžż", "z"),
];
