import CLoaded
import Files

/// What a printer says of itself.
package struct PrinterFacts: Hashable, Sendable {
    package let model: String
    package let state: PrinterState
    /// Why, as keywords of IPP.
    package let reasons: [String]
    /// What its driver or who looks after it says of that: `Out to lunch`; empty for nothing.
    package let message: String
    package let takesJobs: Bool
    package let formats: [String]
    package let media: [String]
    /// The paper that it takes by itself; empty for none.
    package let defaultMedia: String
    /// `draft`, `normal`, `high`.
    package let qualities: [String]
    let scalings: [String]
    package let maximumCopies: Int

    /// Why it is as it is, in words: `paused (Out to lunch)`; empty if it does not say. A message is told where something holds
    /// it up: otherwise it only repeats the state, or is of long ago.
    package var why: String {
        PrintReason.text(reasons, message: state == .stopped || !takesJobs ? message : "")
    }

    package var takesPDF: Bool { formats.contains("application/pdf") }

    /// The media type that it takes bytes as they are by, such as those of a label printer; nil if it takes none.
    package var rawFormat: String? {
        ["application/vnd.cups-raw", "application/octet-stream"].first(where: formats.contains)
    }

    /// The paper of a size, within a millimetre; nil for none.
    func media(of size: PaperSize) -> String? {
        func fits(_ name: String) -> Bool {
            guard let paper = Self.size(ofMedia: name) else { return false }
            return abs(paper.width - size.width) < 1 && abs(paper.height - size.height) < 1
        }
        return fits(defaultMedia) ? defaultMedia : media.first { fits($0) }
    }

    /// The size at the end of a name (PWG 5101.1): `iso_a4_210x297mm`, `na_letter_8.5x11in`.
    static func size(ofMedia name: String) -> PaperSize? {
        guard let end = name.split(separator: "_").last, end.hasSuffix("mm") || end.hasSuffix("in") else { return nil }
        let sides = end.dropLast(2).split(separator: "x").compactMap { Double($0) }
        let unit = end.hasSuffix("in") ? 25.4 : 1
        guard sides.count == 2 else { return nil }
        return PaperSize(width: sides[0] * unit, height: sides[1] * unit)
    }
}

/// The states of a printer (RFC 8011, 5.4.11).
package enum PrinterState: String, Sendable {
    case idle, printing, stopped, unknown

    init(_ number: Int) {
        self =
            switch number {
            case 3: .idle
            case 4: .printing
            case 5: .stopped
            default: .unknown
            }
    }
}

/// Why printers and jobs wait or fail, in words.
package enum PrintReason {
    private static let words = [
        "media-empty": "out of paper", "media-needed": "needs other paper", "media-jam": "paper is jammed",
        "media-low": "little paper left", "toner-empty": "out of toner", "toner-low": "little toner left",
        "marker-supply-empty": "out of ink or toner", "marker-supply-low": "little ink or toner left",
        "cover-open": "a cover is open", "door-open": "a door is open", "paused": "paused",
        "offline": "switched off, or out of reach",
        "job-canceled-by-user": "cancelled", "job-canceled-by-operator": "cancelled by its operator",
        "job-canceled-at-device": "cancelled at the printer", "aborted-by-system": "the printer gave up",
        "document-format-error": "it cannot read the pages",
        "unsupported-document-format": "it does not accept this file format",
        "document-unprintable-error": "it cannot print the pages", "job-hold-until-specified": "held until later",
        "account-authorization-failed": "you may not print there", "resources-are-not-ready": "paper or ink is missing",
        "connecting-to-device": "connecting", "cups-waiting-for-job-completed": "waiting for the printer",
    ]

    /// The words for keywords of IPP, and a message of the printer behind them in brackets, or alone.
    static func text(_ keywords: [String], message: String) -> String {
        let words = text(keywords)
        guard !message.isEmpty else { return words }
        return words.isEmpty ? message : "\(words) (\(message))"
    }

    /// The words for keywords of IPP, those that say nothing left out: `out of paper, a cover is open`.
    package static func text(_ keywords: [String]) -> String {
        keywords.compactMap { keyword in
            var plain = keyword
            for ending in ["-error", "-warning", "-report"] where words[plain] == nil && plain.hasSuffix(ending) {
                plain = String(plain.dropLast(ending.count))
            }
            if [
                "none", "job-printing", "job-completed-successfully", "job-incoming", "job-queued",
                "processing-to-stop-point",
            ]
            .contains(plain) {
                return nil
            }
            return words[plain] ?? String(plain.replacing("-", with: " ").prefix(80))
        }.joined(separator: ", ")
    }
}

/// The program that keeps the queues of printers.
package enum CUPSServer {
    /// Its socket or address where it does not answer within 5 seconds; nil if it does, and without libcups.
    package static var silent: String? {
        var name = [CChar](repeating: 0, count: 512)
        guard qz_cups_server(5, &name, name.count) == 0 else { return nil }
        return UserError.quoted(
            String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}

/// A printer that CUPS knows.
package struct KnownPrinter: Hashable, Sendable {
    /// What `--printer` calls it.
    package let name: String
    /// Its address; empty if CUPS tells none.
    package let uri: String
    /// Its description, and its maker and model.
    package let info, model: String
    package let state: PrinterState
    /// Why, as keywords of IPP.
    package let reasons: [String]
    package let takesJobs: Bool
    package let isDefault: Bool

    /// All of them; this may take some seconds.
    ///
    /// - Throws: `UserError` if there is no libcups.
    package static func all() throws(UserError) -> [KnownPrinter] {
        let most = 256
        let list = UnsafeMutablePointer<qz_cups_destination>.allocate(capacity: most)
        defer { list.deallocate() }
        let count = qz_cups_destinations(list, Int32(most))
        guard count >= 0 else {
            throw UserError(
                "listing printers needs libcups: install it (Debian: libcups2); label printers work without it, with --printer socket://HOST"
            )
        }
        return (0..<Int(count)).map { KnownPrinter(&list[$0]) }
    }

    private init(_ destination: inout qz_cups_destination) {
        name = Self.text(&destination.name)
        uri = Self.text(&destination.uri)
        info = Self.text(&destination.info)
        model = Self.text(&destination.make)
        state = PrinterState(Int(destination.state))
        reasons = Self.text(&destination.reasons).split(separator: ",").map(String.init)
        (takesJobs, isDefault) = (destination.takes_jobs != 0, destination.is_default != 0)
    }

    private static func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
