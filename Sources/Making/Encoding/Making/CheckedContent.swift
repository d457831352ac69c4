/// A content with the check characters that were asked for: added, or compared with those that it ends with.
struct CheckedContent {
    /// What libzint is given: check characters included, unless it adds them itself.
    let bytes: [UInt8]
    /// What a scanner says, check characters included.
    let scanned: [UInt8]
    /// libzint's option_2 by which it adds the check characters; nil if `bytes` has them.
    var zintOption: Int? { scheme?.zintOption }
    private let scheme: CheckScheme?
    private let isShown: Bool

    /// - Throws: `ContentError` when the kind has no such check character, the content none, or a wrong one.
    init(_ content: [UInt8], kind: SymbolKind, check: MakeOptions.Check?) throws(ContentError) {
        guard let check else {
            (bytes, scanned, scheme, isShown) = (content, content, nil, true)
            return
        }
        guard let scheme = kind.choices.checks.first(where: { $0.name == check.scheme }) else {
            throw kind.noChoice("check character", check.scheme, of: kind.choices.checks.map(\.name))
        }
        guard let plain = check.isGiven ? scheme.removing(from: content) : content,
            let checked = scheme.adding(to: plain)
        else { throw ContentError("it has no check character by \(scheme.name)") }
        guard !check.isGiven || checked == content else {
            throw ContentError(
                "its check character should make it \(String(decoding: checked, as: UTF8.self))", .mistake)
        }
        guard kind.content.lengths.contains(checked.count) else {
            throw ContentError(lengthOf: checked)
        }
        bytes = scheme.zintOption == nil ? checked : plain
        (scanned, self.scheme, isShown) = (checked, scheme, check.isShown)
    }

    /// The text that stands beside the bars.
    func shown(_ text: String) -> String {
        guard !isShown, let scheme, let plain = scheme.removing(from: Array(text.utf8)) else { return text }
        return String(decoding: plain, as: UTF8.self)
    }
}

extension SymbolKind {
    /// What is said when a choice is none of the kind's own.
    func noChoice(_ what: String, _ name: String, of names: [String]) -> ContentError {
        let advice = names.isEmpty ? "it has no choice of \(what)" : "its \(what) is one of \(Self.list(names))"
        return ContentError("there is no \(what) “\(name.prefix(40))”: \(advice)", .option)
    }

    private static func list(_ names: [String]) -> String {
        names.count <= 12 ? names.joined(separator: ", ") : "\(names[0]), \(names[1]) … \(names[names.count - 1])"
    }
}
