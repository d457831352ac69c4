import Frames
import Glibc
import SeededRandomness
import Symbols
import Testing

@testable import Decoding

/// Faults of zbar that must not affect results.
@Suite struct ZBarPitfallTests {
    private static func engine() -> ZBarEngine {
        ZBarEngine(symbologies: SymbologySupport.readable, maxSymbols: 255)
    }

    private static func read(_ picture: Picture, by engine: inout ZBarEngine) throws -> [Symbol] {
        try picture.pixels.withUnsafeBufferPointer { pixels in
            let view = LumaView(
                base: pixels.baseAddress!, width: picture.width, height: picture.height, rowStride: picture.width)
            return try engine.read(view, region: view.bounds, thoroughness: .full).readings.map(\.symbol)
        }
    }

    /// zbar's own text takes UTF-8 for Big5, and turns bytes into characters.
    @Test(arguments: [
        ("qr-code-utf8", Array("Grüße, 世界".utf8)), ("qr-code-bytes", [0x00, 0x01, 0x02, 0xFF, 0xFE, 0x80]),
        (
            "qr-code-kanji",
            [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x83, 0x65, 0x83, 0x4C, 0x83, 0x58, 0x83, 0x67]
        ),
    ])
    func bytesAreExactWhateverTextZBarWouldGuess(_ fixture: String, _ bytes: [UInt8]) throws {
        var engine = Self.engine()
        let symbols = try Self.read(try Picture(fixture: fixture), by: &engine)
        #expect(symbols.map(\.content.bytes) == [bytes])
    }

    /// A zbar scanner joins the halves of an EAN-13 from two pictures.
    @Test func nothingIsMadeOfTwoPictures() throws {
        let whole = Picture(modules: EAN13Drawing.modules("9780201379624"))
        let middle = whole.width / 2
        var (left, right) = (whole, whole)
        for y in 0..<whole.height {
            for x in 0..<whole.width {
                // Both contain the centre guard, 5 modules of 2 pixels.
                if x > middle + 8 { left[x, y] = 255 }
                if x < middle - 8 { right[x, y] = 255 }
            }
        }
        let reader = SymbolReader()
        for effort in [Effort.normal, .thorough] {
            #expect(left.read(reader, effort: effort).symbols.isEmpty)
            #expect(right.read(reader, effort: effort).symbols.isEmpty)
        }
        #expect(whole.read(reader).symbols.map(\.content.text) == ["9780201379624"])
        // The same with the engine, after `forget()`.
        var engine = Self.engine()
        #expect(try Self.read(left, by: &engine).isEmpty)
        engine.forget()
        #expect(try Self.read(right, by: &engine).isEmpty)
        // Without it, the halves would be joined.
        #expect(try Self.read(left, by: &engine).map(\.content.text) == ["9780201379624"])
    }

    /// With a single scanner, memory grows by 2.4 MiB here.
    @Test func memoryStaysFlatOverManyQRCodes() async {
        await #expect(processExitsWith: .success) {
            let picture = try Picture(fixture: "qr-code")
            var engine = Self.engine()
            func residentKibibytes() -> Int {
                guard let file = fopen("/proc/self/statm", "r") else { return 0 }
                defer { fclose(file) }
                var line = [CChar](repeating: 0, count: 128)
                guard fgets(&line, 128, file) != nil else { return 0 }
                let pages = String(nullTerminated: line).split(separator: " ").dropFirst().first.flatMap { Int($0) }
                return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024
            }
            for _ in 0..<1000 { _ = try Self.read(picture, by: &engine) }
            let before = residentKibibytes()
            for _ in 0..<12_000 where try Self.read(picture, by: &engine).count != 1 { exit(2) }
            let grown = residentKibibytes() - before
            exit(before > 0 && grown < 1000 ? 0 : 3)
        }
    }

    /// zbar prints failed assertions of its decoders (databar.c) to standard error, over the screen.
    @Test func damagedBarsLeaveStandardErrorSilent() async throws {
        let result = try #require(
            await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                var noise = SplitMix(state: 3)
                var engine = Self.engine()
                for name in ["databar", "databar-expanded", "qr-code", "code-128"] {
                    let whole = try Picture(fixture: name)
                    for _ in 0..<40 {
                        var damaged = whole
                        for _ in 0..<4 {
                            let x = Int.random(in: 0..<whole.width - 4, using: &noise)
                            for y in 0..<whole.height { for i in 0..<3 { damaged[x + i, y] = 255 - damaged[x + i, y] } }
                        }
                        _ = try Self.read(damaged, by: &engine)
                    }
                }
                exit(0)
            })
        #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("WARNING"))
    }

    /// zbar expects packed rows; a part of a picture has gaps between them.
    @Test func partsOfPicturesAreReadWhereTheyLie() throws {
        let symbol = try Picture(fixture: "qr-code")
        let picture = Picture(width: 301, height: 203, grey: 90).with(symbol, x: 101, y: 53)
        var engine = Self.engine()
        let alone = try #require(try Self.read(symbol, by: &engine).first)
        engine.forget()
        let region = PixelRect(x: 101, y: 53, width: symbol.width, height: symbol.height)
        try picture.pixels.withUnsafeBufferPointer { pixels in
            let view = LumaView(base: pixels.baseAddress!, width: 301, height: 203, rowStride: 301)
            let within = try engine.read(view, region: region, thoroughness: .full).readings.map(\.symbol)
            #expect(within.map(\.content) == [alone.content])
            #expect(within.first?.corners == alone.corners.map { Point(x: $0.x + 101, y: $0.y + 53) })
            // A view with a stride: the corners are those of the view.
            let part = view.cropped(to: region)
            #expect(part.rowStride == 301)
            #expect(part.width == symbol.width)
            let cropped = try engine.read(part, region: part.bounds, thoroughness: .full).readings.map(\.symbol)
            #expect(cropped == [alone])
        }
    }
}
