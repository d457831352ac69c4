/// Plain characters instead of line drawing, for terminals whose locale is not UTF-8.
enum AsciiFallback {
    private static let replacements: [Character: Character] = [
        "─": "-", "━": "-", "│": "|", "┃": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "┏": "+", "┓": "+",
        "┗": "+", "┛": "+", "╱": "/", "╲": "\\", "•": "*", "…": "~", "×": "x", "·": ".", "█": "#", "▀": "\"",
        "▄": ",", "–": "-", "↵": "<", "▸": ">", "‹": "<", "›": ">", "“": "\"", "”": "\"",
        "▓": "%", "░": ":", "▁": "_", "▂": "_", "▃": ",", "▅": "=", "▆": "=", "▇": "#",
    ]

    /// The character that stands for `character`; `?` where nothing does.
    static func character(for character: Character) -> Character { replacements[character] ?? "?" }
}
