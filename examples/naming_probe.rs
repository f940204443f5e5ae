use promcp_lint::{diagnostic::*, manifest, rules, settings::*, source::*};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut settings = Settings::default();
    if args[1] == "mcp" { settings.preset = Preset::Mcp; }
    for path in &args[2..] {
        let bytes = std::fs::read(path).unwrap();
        let Ok((text, encoding)) = decode(bytes) else { continue };
        let lang = if path.ends_with("json") { Language::Json } else { Language::Yaml };
        let file = SourceFile::new(FileId(0), path.into(), path.clone(), text, encoding, lang);
        let reading = manifest::read(&file, true);
        for s in &reading.servers {
            let seen: Vec<String> = s.tools.iter().map(|t| t.known_name().unwrap_or("(unnamed)").to_owned()).collect();
            println!("{}", serde_json::json!({"path": path, "tools": seen}));
            for d in rules::check_server(s, &settings) {
                let p = file.position(d.span.start);
                let lv: Level = d.level;
                println!("{}", serde_json::json!({"path": path, "code": d.code, "level": lv.name(), "tool": d.tool, "message": d.message, "line": p.line, "col": p.column, "text": file.text.get(d.span.start as usize..d.span.end as usize).unwrap_or("").chars().take(60).collect::<String>(), "help": d.help, "notes": d.notes, "labels": d.labels.len()}));
            }
        }
    }
}
