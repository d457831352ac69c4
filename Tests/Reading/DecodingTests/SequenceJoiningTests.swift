import Charsets
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

@Suite struct SequenceJoiningTests {
    private static let message = "https://example.org/quietzone/structured-append?of=three&parts=1"

    /// A part as an engine reports it.
    private func part(
        _ text: String, _ index: Int, of count: Int?, id: String = "7", _ symbology: Symbology = .dataMatrix
    ) -> SymbolContent {
        var content = SymbolContent(symbology: symbology, text: text)
        content.part = SequencePart(index: index, count: count, id: id)
        return content
    }

    /// What each of `contents` completes, one after the other.
    private func wholes(_ contents: [SymbolContent], in collection: inout SequenceCollection) -> [String?] {
        contents.map { collection.add($0)?.text }
    }

    private func wholes(_ contents: [SymbolContent]) -> [String?] {
        var collection = SequenceCollection()
        return wholes(contents, in: &collection)
    }

    // MARK: - Pictures

    @Test func aPictureOfAllPartsHoldsTheWhole() throws {
        let parts = try (1...3).map { try Picture(fixture: "qr-code-part-\($0)") }
        var picture = Picture(width: 240, height: 70)
        // Out of order.
        for (place, part) in [parts[2], parts[0], parts[1]].enumerated() {
            picture = picture.with(part, x: place * 80, y: 0)
        }
        let symbols = picture.read().symbols
        #expect(symbols.map(\.content.text) == [Self.message])
        #expect(symbols.map(\.content.part) == [nil])
        // The corners enclose all parts.
        let corners = try #require(symbols.first?.corners)
        #expect(corners.topLeft.x < 20)
        #expect(corners.bottomRight.x > 200)
        // Each frame of a camera shows parts: others may follow in the next.
        let live = picture.read(effort: .live(budget: .milliseconds(30))).symbols
        #expect(Set(live.compactMap { $0.content.part?.index }) == [0, 1, 2])
    }

    @Test func partsStayPartsWhileOneIsMissing() throws {
        let picture = Picture(width: 160, height: 70)
            .with(try Picture(fixture: "qr-code-part-1"), x: 0, y: 0)
            .with(try Picture(fixture: "qr-code-part-3"), x: 80, y: 0)
        let parts = picture.read().symbols.compactMap(\.content.part).sorted { $0.index < $1.index }
        #expect(parts.map(\.description) == ["part 1 of 3", "part 3 of 3"])
        #expect(Set(parts.map(\.id)).count == 1)
    }

    @Test(arguments: ["data-matrix", "aztec", "pdf417"])
    func everySymbologyThatAppendsIsJoined(_ name: String) throws {
        var collection = SequenceCollection()
        let first = try #require(try Picture(fixture: name + "-part-1").read().symbols.first?.content)
        let second = try #require(try Picture(fixture: name + "-part-2").read().symbols.first?.content)
        #expect(first.part?.description == "part 1 of 2")
        #expect(second.part?.description == "part 2 of 2")
        let (nothing, whole) = (collection.add(second), collection.add(first))
        #expect(nothing == nil)
        #expect(whole?.text == "Quietzone in two")
        #expect(whole?.part == nil)
        #expect(whole?.symbology == first.symbology)
    }

    /// As zxing-cpp reports the same symbols; see the fixtures.
    @Test func ourOwnDecodersReportTheSameParts() {
        let words: [UInt8] = [233, 1 << 4 | 14, 129, 130, 66, 67]
        #expect(DataMatrixContent(words)?.part == SequencePart(index: 1, count: 3, id: "33154"))
        #expect(DataMatrixContent(words)?.bytes == [0x41, 0x42])
        #expect(DataMatrixContent(Array(words.dropFirst(4)))?.part == nil)
        for count in 1...4 { #expect(DataMatrixContent(Array(words.prefix(count))) == nil) }
        // Latch to Mixed and back, the ID `QZ` between spaces, B and C for part 2 of 3, then A.
        let codes = [29, 29, 1, 18, 27, 1, 3, 4, 2]
        let bits = codes.flatMap { code in (0..<5).reversed().map { code >> $0 & 1 == 1 } }
        #expect(AztecContent(bits)?.part == SequencePart(index: 1, count: 3, id: "QZ"))
        #expect(AztecContent(bits)?.bytes == [0x41])
    }

    @Test func wholeSymbolsAreNoParts() throws {
        for name in ["qr-code", "data-matrix", "ean-13"] {
            #expect(try Picture(fixture: name).read().symbols.map(\.content.part) == [nil])
        }
    }

    // MARK: - Parts that do not fit

    @Test func aParityThatDoesNotFitIsNotJoined() throws {
        let texts = ["one", "two"]
        let parity = texts.joined().utf8.reduce(0, ^)
        func parts(_ parity: UInt8) -> [SymbolContent] {
            texts.enumerated().map { part($0.element, $0.offset, of: 2, id: "\(parity)", .qrCode) }
        }
        #expect(SequenceJoining.whole(of: parts(parity))?.text == "onetwo")
        #expect(SequenceJoining.whole(of: parts(parity ^ 1)) == nil)
        // Inconsistent parts do not prevent others from being joined.
        #expect(wholes(parts(parity ^ 1) + parts(parity)) == [nil, nil, nil, "onetwo"])
    }

    @Test func partsOfOthersAreNotTaken() {
        let (a, b) = (part("a", 0, of: 2), part("b", 1, of: 2))
        #expect(SequenceJoining.whole(of: [a, b])?.text == "ab")
        #expect(SequenceJoining.whole(of: [a]) == nil)
        #expect(SequenceJoining.whole(of: [a, a]) == nil)
        #expect(SequenceJoining.whole(of: [a, part("b", 1, of: 2, id: "8")]) == nil)
        #expect(SequenceJoining.whole(of: [a, part("b", 1, of: 2, .aztec)]) == nil)
        #expect(SequenceJoining.whole(of: [a, part("b", 1, of: 3)]) == nil)
        #expect(SequenceJoining.whole(of: [a, SymbolContent(symbology: .dataMatrix, text: "b")]) == nil)
        #expect(SequenceJoining.whole(of: []) == nil)
    }

    @Test func theLastPartMayHoldTheCount() {
        let (a, b, c) = (
            part("a", 0, of: nil, .pdf417), part("b", 1, of: nil, .pdf417), part("c", 2, of: 3, .pdf417)
        )
        #expect(wholes([a, c, b]) == [nil, nil, "abc"])
        // A count below an index seen before belongs to another message.
        #expect(wholes([part("d", 3, of: nil, .pdf417), part("b", 1, of: 2, .pdf417), a]) == [nil, nil, "ab"])
    }

    @Test func aContradictionBeginsTheMessageAnew() {
        let old = [part("old", 0, of: 3), part("old", 1, of: 3)]
        // The next label has the same id.
        let new = [part("new ", 0, of: 3), part("label ", 1, of: 3), part("new ", 0, of: 3), part("here", 2, of: 3)]
        #expect(wholes(old + new) == [nil, nil, nil, nil, nil, "new label here"])
    }

    @Test func aMessageMayBeScannedAgain() {
        let parts = [part("a", 0, of: 2), part("b", 1, of: 2)]
        #expect(wholes(parts + parts + parts) == [nil, "ab", nil, "ab", nil, "ab"])
    }

    @Test func fewMessagesAreRememberedTheOldestForgotten() {
        var collection = SequenceCollection()
        for id in 0...SequenceCollection.maxMessages { _ = collection.add(part("a", 0, of: 2, id: "\(id)")) }
        let last = [part("b", 1, of: 2, id: "1"), part("b", 1, of: 2, id: "0")]
        #expect(wholes(last, in: &collection) == ["ab", nil])
    }

    @Test func aCharacterMayBeCutInTwo() {
        let bytes = Array("Größe: 5 µm, 世界".utf8)
        for cut in 1..<bytes.count {
            let halves = [Array(bytes[..<cut]), Array(bytes[cut...])]
            let parts = halves.enumerated().map { index, half in
                let text = TextDecoding.decode(half, symbology: .aztec)
                return SymbolContent(
                    symbology: .aztec, bytes: half, text: text?.text, charset: text?.charset,
                    part: SequencePart(index: index, count: 2, id: ""))
            }
            #expect(SequenceJoining.whole(of: parts)?.text == "Größe: 5 µm, 世界", "cut at \(cut)")
        }
    }

    /// For any input: no trap, bounded memory, and a joined message has all its parts.
    @Test func hostilePartsAreSurvived() {
        var noise = SplitMix(state: 11)
        var collection = SequenceCollection()
        var wholes = 0
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...3, using: &noise)).map { _ in UInt8.random(in: 0...2, using: &noise) }
            let count: Int? = Bool.random(using: &noise) ? .random(in: -2...5, using: &noise) : nil
            let content = SymbolContent(
                symbology: [.qrCode, .pdf417].randomElement(using: &noise) ?? .aztec, bytes: bytes, text: nil,
                charset: nil,
                part: SequencePart(
                    index: .random(in: -1...5, using: &noise), count: count,
                    id: ["", "0", "1", "300", "x"].randomElement(using: &noise) ?? ""))
            guard let whole = collection.add(content) else { continue }
            wholes += 1
            #expect(whole.part == nil)
            #expect(whole.bytes.count <= 3 * SequencePart.maxParts)
        }
        #expect(wholes > 0)
    }
}
