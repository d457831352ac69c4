import Encoding
import Foundation
import Frames
import SeededRandomness
import Symbols
import Testing
import Verification

@testable import Decoding

/// What is made is read, every byte of it, from every form that it is drawn in. `QUIETZONE_PROOFS=200` for that many contents of each
/// kind instead of 3; `QUIETZONE_PROOF_FORMS="png cells"` for some forms, `QUIETZONE_PROOF_KINDS="telepen itf"` for some kinds.
@Suite struct ProofTests {
    private static let rounds = ProcessInfo.processInfo.environment["QUIETZONE_PROOFS"].flatMap(Int.init) ?? 3
    private static let forms: [DrawnForm] = {
        let names = ProcessInfo.processInfo.environment["QUIETZONE_PROOF_FORMS"]?.split(separator: " ").map(String.init)
        return DrawnForm.all.filter { names?.contains($0.name) ?? true }
    }()

    @Test func everyKindThatIsReadIsProved() {
        let proved = Set(ProofContents.all.map(\.name))
        for kind in SymbolKind.all {
            guard let symbology = kind.symbology, SymbologySupport.readable.contains(symbology) else { continue }
            // Digits alone beside nothing are no symbol of their own to readers; rMQR and DX depend on the version of zxing-cpp.
            let isElsewhere = symbology.isAddOn || [.rmqrCode, .dxFilmEdge].contains(symbology)
            #expect(proved.contains(kind.name) || isElsewhere || kind.name == "telepen-numeric", "\(kind.name)")
        }
    }

    private static let kinds: [String] = {
        let names = ProcessInfo.processInfo.environment["QUIETZONE_PROOF_KINDS"]?.split(separator: " ").map(String.init)
        return ProofContents.all.map(\.name).filter { names?.contains($0) ?? true }
    }()

    @Test(arguments: kinds)
    func whatIsMadeIsRead(name: String) throws {
        guard let kind = SymbolKind.named(name), let contents = ProofContents.all.first(where: { $0.name == name })
        else { return }
        var noise = SplitMix(state: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        var counts = Counts()
        for round in 0..<Self.rounds {
            let made = try Self.made(kind) { contents.content(round, &noise) }
            let expected = try #require(made.contentToRead)
            counts.contents += 1
            counts.readBack += ReadBack.of(made) == .yes ? 1 : 0
            for form in Self.forms {
                guard let plane = try form.pixels(made) else { continue }
                let symbols = SymbolReader(options: Self.options(for: kind)).read(
                    luma: plane.luma.span, width: plane.width, height: plane.height, effort: .thorough
                ).symbols
                let isRead = symbols.count == 1 && expected.isSaid(by: symbols[0].content)
                #expect(
                    isRead,
                    "\(name), round \(round), as \(form.name): \(expected.bytes.prefix(40)): \(symbols.map(\.content.text))"
                )
                counts.forms[form.name, default: (0, 0)].tried += 1
                counts.forms[form.name, default: (0, 0)].read += isRead ? 1 : 0
                if form.name == "png" { counts.count(expected, plane) }
            }
        }
        #expect(counts.readBack == counts.contents, "\(name)")
        print("proof of \(name): \(counts.line)")
    }

    /// How many characters a symbol holds depends on which they are: one that holds too many of them is drawn by lot again.
    private static func made(_ kind: SymbolKind, of content: () -> [UInt8]) throws -> MadeSymbol {
        var refusal: (any Error)?
        for _ in 0..<20 {
            let bytes = content()
            let source = String(validating: bytes, as: UTF8.self).map(SymbolSource.text) ?? .bytes(bytes)
            do throws(EncodingError) { return try SymbolEncoder().make(source, as: kind) } catch { refusal = error }
            guard let line = refusal.map({ "\($0)" }), line.contains("too long") else { break }
        }
        throw refusal ?? CancellationError()
    }

    /// Everything that is read by default, and what is not when it is made.
    private static func options(for kind: SymbolKind) -> ReaderOptions {
        var options = ReaderOptions()
        options.minimumCodabarCharacters = 4
        if let symbology = kind.symbology, !symbology.traits.isReadByDefault { options.symbologies = [symbology] }
        return options
    }

    /// How many were read, by whom.
    private struct Counts {
        var contents = 0
        var readBack = 0
        var forms: [String: (tried: Int, read: Int)] = [:]
        /// By zxing and zbar alone: read exactly.
        var alone: [String: Int] = [:]

        mutating func count(_ expected: ContentToRead, _ plane: DrawnForm.Plane) {
            for kind in [ReaderKind.zxing, .zbar] {
                var engine = kind.makeEngine(ReaderOptions())
                let area = PixelRect(x: 0, y: 0, width: plane.width, height: plane.height)
                let contents = plane.luma.withUnsafeBufferPointer { bytes in
                    // SAFETY: the plane has width * height > 0 bytes.
                    let view = LumaView(
                        base: bytes.baseAddress!, width: plane.width, height: plane.height, rowStride: plane.width)
                    return (try? engine.read(view, region: area, thoroughness: .full).readings.map(\.symbol.content))
                        ?? []
                }
                if contents.contains(where: expected.isSaid) { alone[kind.name, default: 0] += 1 }
            }
        }

        var line: String {
            let drawn = forms.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.read)/\($0.value.tried)" }
            let others = alone.sorted { $0.key < $1.key }.map { "\($0.key) alone \($0.value)" }
            return (["\(contents) contents", "reads back \(readBack)"] + drawn + others).joined(separator: ", ")
        }
    }
}
