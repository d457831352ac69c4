import Artwork
import Encoding
import Formats
import struct Foundation.Date

/// A pass in lines of text: its front, its code, its back, and what is to be known of its files and its signature.
///
/// Lines are what a pass of strangers says: they pass the terminal's filter before they are shown, but for those of codes, which are our own.
package struct PassDrawing {
    /// A line.
    package enum Line: Hashable, Sendable {
        /// Text that may be of strangers.
        case text(String)
        case heading(String)
        /// Rows of a code, as a terminal shows them.
        case code([String])
        /// Something that is right, that is a word of caution, or that is wrong.
        case right(String), caution(String), wrong(String)
    }

    private let check: PassCheck
    private let texts: [String: String]
    private let columns: Int
    private let code: Result<MadeSymbol, EncodingError>?

    /// - Parameters:
    ///   - language: that of the pass's translations; nil for what pass.json itself says.
    ///   - columns: the characters of a line.
    ///   - code: the pass's code, from `code(of:)`, where it was made before.
    package init(
        _ check: PassCheck, language: String? = nil, columns: Int = 80, code: Result<MadeSymbol, EncodingError>? = nil
    ) {
        self.check = check
        self.code = code ?? Self.code(of: check)
        texts = language.flatMap { check.package?.texts(in: $0) } ?? [:]
        self.columns = max(20, columns)
    }

    /// The code of a pass; nil if it has none.
    package static func code(of check: PassCheck) -> Result<MadeSymbol, EncodingError>? {
        check.pass?.shownBarcode.map { barcode in
            Result { () throws(EncodingError) in try barcode.symbol() }
        }
    }

    /// Front, code and back; on a terminal codes are black on white by its colours.
    package func pass(isTerminal: Bool) -> [Line] {
        guard let pass = check.pass else { return [] }
        var lines: [Line] = []
        let issuer = [pass.style?.title, pass.organizationName.map(translated)].compactMap { $0 }
        lines.append(.heading(issuer.joined(separator: " · ")))
        if let text = pass.text("logoText") { lines.append(.text(translated(text))) }
        for section in [
            PassSection.headerFields, .primaryFields, .secondaryFields, .auxiliaryFields, .additionalInfoFields,
        ] {
            lines += fields(pass.fields(in: section))
        }
        if let barcode = pass.shownBarcode {
            lines.append(.text(""))
            if let code { lines.append(drawn(code, isTerminal: isTerminal)) }
            if let text = barcode.alternateText { lines.append(.text(translated(text))) }
        }
        lines += facts(of: pass)
        let back = pass.fields(in: .backFields)
        if !back.isEmpty {
            lines += [.text(""), .heading("Back")]
            for field in back {
                lines += [field.label.map(translated), translated(field.shownValue)].compactMap { $0 }.flatMap(split)
            }
        }
        return lines
    }

    /// The translation of a text, where there is one.
    private func translated(_ text: String) -> String { texts[text] ?? text }

    private func split(_ text: String) -> [Line] {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).prefix(200).map { .text(String($0)) }
    }

    /// Labels above their values side by side where there is room, else below each other.
    private func fields(_ fields: [PassField]) -> [Line] {
        guard !fields.isEmpty else { return [] }
        let cells = fields.map { field in
            (
                label: (field.label.map(translated) ?? "").singleLine(limit: 200),
                value: translated(field.shownValue).singleLine(limit: 500)
            )
        }
        let widths = cells.map { max(DisplayWidth.of($0.label), DisplayWidth.of($0.value)) }
        guard widths.reduce(0, { $0 + $1 + 2 }) - 2 <= columns else {
            return [.text("")] + cells.map { .text($0.label.isEmpty ? $0.value : "\($0.label): \($0.value)") }
        }
        func row(_ texts: [String]) -> String {
            var row = ""
            for (text, width) in zip(texts, widths) {
                row += text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)) + 2)
            }
            while row.last == " " { row.removeLast() }
            return row
        }
        let labels = row(cells.map(\.label))
        return [.text("")] + (labels.isEmpty ? [] : [.text(labels)]) + [.text(row(cells.map(\.value)))]
    }

    private func drawn(_ code: Result<MadeSymbol, EncodingError>, isTerminal: Bool) -> Line {
        do throws(EncodingError) {
            let symbol = try code.get()
            guard let blocks = try? TextBlocks(symbol, columns: columns) else {
                return .text("(the code is wider than \(columns) characters)")
            }
            return .code(isTerminal ? blocks.terminalLines : blocks.lines)
        } catch {
            return .text("(the code cannot be drawn: \(error))")
        }
    }

    private func facts(of pass: Pass) -> [Line] {
        var facts: [(String, String)] = []
        if let barcode = pass.shownBarcode { facts.append(("code", barcode.message)) }
        if let serial = pass.serialNumber { facts.append(("serial number", serial)) }
        if let date = pass.text("relevantDate").flatMap({ try? PassDate($0) }) {
            facts.append(("relevant", "\(date.localText) \(date.zone)"))
        }
        if let date = pass.expiration { facts.append(("until", "\(date.localText) \(date.zone)")) }
        if let url = pass.text("webServiceURL") { facts.append(("updates from", url)) }
        var lines: [Line] = [.text("")] + facts.map { .text("\($0): \($1.singleLine(limit: 300))") }
        if pass.isVoided { lines.append(.caution("voided: no longer valid")) }
        return lines
    }

    /// Each file against its sum, the signature, the chain, and the verdict.
    package var verdict: [Line] {
        var lines: [Line] = [.heading("Files")]
        for file in check.files {
            let size = file.size.map { "\($0) bytes" } ?? "missing"
            switch file.isRight {
            case true: lines.append(.right("\(file.name): \(size), as signed"))
            case false: lines.append(.wrong("\(file.name): \(size), not as signed"))
            default: lines.append(.wrong("\(file.name): \(size), without a checksum"))
            }
        }
        lines += [.text(""), .heading("Signature")]
        if let signature = check.signature {
            let time = signature.signingTime.map { "of \(Self.text($0))" } ?? "without a time"
            let words = "\(time), \(signature.digest?.title ?? "unknown digest")"
            lines.append(signature.isRight ? .right("valid, \(words)") : .wrong("invalid, \(words)"))
        } else {
            lines.append(.wrong("none"))
        }
        for certificate in check.chain?.certificates ?? [] {
            let validity = certificate.validity
            let (from, until) = (Timestamp(validity.lowerBound).day, Timestamp(validity.upperBound).day)
            lines.append(.text("\(certificate.subject.title), \(from) to \(until)"))
        }
        lines.append(.text(""))
        for problem in check.problems {
            lines.append(problem.isError ? .wrong("error: \(problem)") : .caution("caution: \(problem)"))
        }
        if !check.isAccepted {
            lines.append(.wrong("Wallet rejects this pass"))
        } else if check.hasApplesRoot {
            lines.append(.right("Wallet accepts this pass"))
        } else {
            lines.append(.caution("valid, but Wallet rejects this pass: its root is not Apple's"))
        }
        return lines
    }

    private static func text(_ date: Date) -> String {
        Timestamp(date).description.prefix(16).replacing("T", with: " ") + " UTC"
    }
}
