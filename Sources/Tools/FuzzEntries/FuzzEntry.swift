import CLinux
import Capture
import Config
import Decoding
import Formats
import Foundation
import Frames
import History
import HostileContents
import Payloads
import Surface
import Symbols

/// An entry point for untrusted bytes. `run` must return for any input.
///
/// `make fuzz` searches for inputs that crash or hang it. Those found are stored under Tests/Tools/FuzzTests/Regressions, in a
/// folder for each entry, and run by every `make test`.
package enum FuzzEntry: String, CaseIterable, Sendable {
    /// A picture in memory: PNG, JPEG, netpbm.
    case pictures
    /// A stream on a file descriptor: Y4M, or concatenated pictures.
    case streams
    /// A luma plane of at most 255×255 pixels; see `DecoderInput`.
    case decoder
    case settings
    /// A file of scans that could not be stored; the next start imports it.
    case unkept
    /// A file that is taken into the history; see `ImportFuzzing`.
    case imports
    /// Terminal input: keys, reports, pastes. The first byte determines the sizes of the chunks that the rest is split into.
    case keys
    /// What a symbol is made of, with its kind and options; see `MakerFuzzing`.
    case maker
    /// What is filled into the forms that codes are composed of; see `FormFuzzing`.
    case forms
    /// What labels are made of: tables, lines, series and templates; see `LabelFuzzing`.
    case labels
    /// Codes shown at a door, and files with keys; see `TicketFuzzing`.
    case tickets
    /// Guest lists of shops; see `GuestFuzzing`.
    case guests
    /// Files that are imported to a collection; see `CollectionFuzzing`.
    case collections
    /// GS1 data, and numbers of products and vehicles; see `GS1Fuzzing`.
    case gs1
    /// What a symbol says, of any kind.
    case payloads
    /// Contacts and calendars: vCard, iCalendar.
    case cards
    /// Boarding passes and driving licences.
    case documents
    /// Merchants' codes of tags, lengths and values.
    case merchants
    /// The records of a rail ticket, or the data of its record `U_FLEX`; the whole ticket where the bytes begin as one.
    case railTickets = "rail-tickets"
    /// The bytes below Base45 of a health certificate: zlib's, or CBOR.
    case certificates
    /// A pass for Wallet, or a file in one; see `PassFuzzing`.
    case passes

    /// The most live memory that an input may take, in bytes; nil for no limit: pictures take what their size says.
    package var memoryLimit: Int? {
        [.pictures, .streams, .decoder, .settings, .unkept, .keys, .passes].contains(self) ? nil : 64 << 20
    }

    /// Runs the code under test on `bytes`; traps when a postcondition fails.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .pictures:
            // An invalid picture must throw.
            _ = try? PictureFile.load(bytes: bytes, name: "fuzz", into: FramePool(slots: 1))
        case .streams: runStream(bytes)
        case .settings:
            // Every problem must have a description.
            let text = String(decoding: bytes, as: UTF8.self)
            for problem in Settings.read(text, symbologies: Set(Symbology.allCases)).problems {
                precondition(!problem.description.isEmpty, "a problem without a description")
            }
            Self.edit(text)
        case .unkept:
            for scan in ScanLines.scans(in: Data(bytes)).scans {
                // The history parses and exports scans.
                _ = Payload.parse(scan.scan.symbol.content)
                _ = SymbolRecord(scan: scan.scan).json.text
            }
        case .decoder:
            guard let input = DecoderInput(bytes) else { return }
            // A new reader each time, so that the result depends on the bytes only.
            let result = SymbolReader().read(
                luma: input.luma.span, width: input.width, height: input.height, region: input.region,
                effort: input.effort)
            precondition(result.symbols.count <= 255, "more symbols than the maximum")
        case .imports: ImportFuzzing.run(bytes)
        case .keys: runKeys(bytes)
        case .maker: MakerFuzzing.run(bytes)
        case .forms: FormFuzzing.run(bytes)
        case .labels: LabelFuzzing.run(bytes)
        case .tickets: TicketFuzzing.run(bytes)
        case .guests: GuestFuzzing.run(bytes)
        case .collections: CollectionFuzzing.run(bytes)
        case .gs1: GS1Fuzzing.run(bytes)
        case .payloads, .cards, .documents, .merchants: PayloadInputs.parse(bytes)
        case .railTickets:
            PayloadInputs.parse(bytes, .aztec)
            PayloadInputs.parse(Containers.railTicket(bytes))
            for version in ["13", "02", "03"] {
                let data = bytes.prefix(9900)
                let length = String(data.count + 12)
                let head = "U_FLEX\(version)" + String(repeating: "0", count: 4 - length.utf8.count) + length
                PayloadInputs.parse(Containers.railTicket(Array(head.utf8) + data))
            }
        case .certificates:
            PayloadInputs.parse(Array(Containers.healthCertificate(bytes).utf8))
        case .passes: PassFuzzing.run(bytes)
        }
    }

    /// A setting that can be changed reads as it was set; `SettingsDocument` itself compares the rest.
    private static func edit(_ text: String) {
        let (id, value) = (SettingID("display", "theme"), SettingValue.text("light"))
        guard let document = try? SettingsDocument(text) else { return }
        if let changed = try? document.setting(id, to: value) {
            precondition((try? SettingsDocument(changed))?.value(of: id) == value, "a setting that does not come back")
        }
        if let reset = try? document.resetting(id, to: .text("auto")) {
            precondition((try? SettingsDocument(reset)) != nil, "a file broken by a reset")
        }
    }

    private func withoutAlt(_ inputs: [Input]) -> [Input] {
        inputs.flatMap { input -> [Input] in
            guard case .key(.alt(let key)) = input else { return [input] }
            return [.key(.escape), .key(key)]
        }
    }

    private func runKeys(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        var parser = InputParser()
        var inputs = parser.take(rest)
        inputs += parser.giveUp()
        var chunkParser = InputParser()
        var chunkInputs: [Input] = []
        var index = 0
        while index < rest.count {
            let end = min(rest.count, index + 1 + Int(first) % 7)
            chunkInputs += chunkParser.take(rest[index..<end])
            index = end
        }
        chunkInputs += chunkParser.giveUp()
        // Esc and a key that come apart are two.
        precondition(withoutAlt(chunkInputs) == withoutAlt(inputs), "inputs depend on the chunks")
        for case .key(.character(let character)) in inputs {
            precondition(SafeText.visible(String(character)) == String(character), "a key with a control character")
        }
        for case .paste(let text) in inputs {
            // An invalid byte becomes U+FFFD, which has three bytes.
            precondition(text.utf8.count <= 3 * (InputParser.longestPaste + 6), "a paste longer than the maximum")
        }
        precondition(parser.pending == .none, "a sequence is still pending")
        precondition(parser.take([0x71]) == [.key(.character("q"))], "keys are lost")
    }

    private func runStream(_ bytes: [UInt8]) {
        // A memory file can be polled and never blocks.
        let file = qz_memory_make(0)
        guard file >= 0, let stop = try? Doorbell(), let pool = try? FramePool(slots: 1) else { return }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, 0) == bytes.count else { return }
        let output = FrameOutput(pool: pool, deliver: { _ in }, report: { _ in })
        _ = try? StreamSource(descriptor: file, pacing: .complete).run(output, until: stop)
    }
}

/// A luma plane with its reading options, encoded compactly: effort, width, optionally a region, then the pixels.
struct DecoderInput {
    let width: Int
    let height: Int
    let region: PixelRect?
    let effort: Effort
    let luma: [UInt8]

    /// The flag in the first byte for a region, which takes four bytes.
    private static let hasRegion: UInt8 = 0x80

    /// - Parameter bytes: `bytes[0]` is the effort (modulo 3) and `hasRegion`, `bytes[1]` the width in pixels. Returns nil when
    ///   there is not a whole row.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes[1] > 0 else { return nil }
        var rest = bytes[2...]
        if bytes[0] & Self.hasRegion != 0 {
            guard rest.count >= 4 else { return nil }
            let values = rest.prefix(4).map { Int(Int8(bitPattern: $0)) * 2 }
            region = PixelRect(x: values[0], y: values[1], width: values[2], height: values[3])
            rest = rest.dropFirst(4)
        } else {
            region = nil
        }
        switch (bytes[0] & ~Self.hasRegion) % 3 {
        case 0: effort = .live(budget: .milliseconds(30))
        case 1: effort = .normal
        default: effort = .thorough
        }
        width = Int(bytes[1])
        height = min(255, rest.count / width)
        guard height > 0 else { return nil }
        luma = Array(rest.prefix(width * height))
    }

    /// Encodes a plane without a region. `effort`: 0 live, 1 normal, 2 thorough.
    static func bytes(width: Int, luma: [UInt8], effort: UInt8) -> [UInt8] { [effort, UInt8(width)] + luma }
}
