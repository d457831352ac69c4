/// The commands in lines of a shell, as far as documents use it: pipes, lists, quotes, substitutions, comments.
enum ShellLines {
    /// The simple commands of a line in words, those in substitutions first; a substitution is a word `x` where it stands.
    static func commands(_ line: String) -> [[String]] {
        var parser = Parser(rest: line[...])
        parser.run(until: nil)
        return parser.commands
    }

    /// The arguments of each `quietzone` among the commands of a line, behind assignments, keywords, `sudo` and `xargs`.
    static func quietzoneArguments(_ line: String) -> [[String]] {
        commands(line).compactMap { words in
            var words = words[...]
            while let first = words.first {
                if ["sudo", "do", "then", "else", "if", "while", "until", "!", "time", "exec", "{", "("].contains(first)
                    || first.wholeMatch(of: #/[A-Za-z_][A-Za-z_0-9]*=.*/#) != nil
                {
                    words = words.dropFirst()
                } else if first == "xargs", let place = words.firstIndex(of: "quietzone") {
                    return Array(words[(place + 1)...]) + ["x"]
                } else {
                    break
                }
            }
            return words.first == "quietzone" ? Array(words.dropFirst()) : nil
        }
    }

    private struct Parser {
        var rest: Substring
        var commands: [[String]] = []
        private var words: [String] = []
        private var word: String?

        init(rest: Substring) { self.rest = rest }

        mutating func run(until end: Character?) {
            while let character = rest.popFirst() {
                switch character {
                case _ where character == end: return finishCommand()
                case " ", "\t": finishWord()
                case "#" where word == nil:
                    rest = ""
                case "|", ";", "&": finishCommand()
                case ">", "<":
                    // The target of a redirection is no argument, and the digit before it no word.
                    if word?.allSatisfy(\.isNumber) == true { word = nil }
                    finishWord()
                    rest = rest.drop { ">&< ".contains($0) }
                    skipWord()
                case "'":
                    word = (word ?? "") + rest.prefix { $0 != "'" }
                    rest = rest.drop { $0 != "'" }.dropFirst()
                case "\"": quoted()
                case "\\": if let next = rest.popFirst() { word = (word ?? "") + String(next) }
                case "$" where rest.first == "(": substitution()
                default: word = (word ?? "") + String(character)
                }
            }
            finishCommand()
        }

        private mutating func quoted() {
            word = word ?? ""
            while let character = rest.popFirst(), character != "\"" {
                if character == "\\", let next = rest.popFirst() {
                    word! += "\"\\$`".contains(next) ? String(next) : "\\\(next)"
                } else if character == "$", rest.first == "(" {
                    substitution()
                } else {
                    word!.append(character)
                }
            }
        }

        private mutating func substitution() {
            rest.removeFirst()
            var inner = Parser(rest: rest)
            inner.run(until: ")")
            rest = inner.rest
            commands += inner.commands
            word = (word ?? "") + "x"
        }

        private mutating func skipWord() {
            var target = Parser(rest: rest)
            while let character = target.rest.first, !" |;&)".contains(character) {
                target.rest.removeFirst()
                if character == "'" || character == "\"" {
                    target.rest = target.rest.drop { $0 != character }.dropFirst()
                }
            }
            rest = target.rest
        }

        private mutating func finishWord() {
            if let word { words.append(word) }
            word = nil
        }

        private mutating func finishCommand() {
            finishWord()
            if !words.isEmpty { commands.append(words) }
            words = []
        }
    }
}
