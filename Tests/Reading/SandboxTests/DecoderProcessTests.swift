import CLinux
import Encoding
import Foundation
import Frames
import Symbols
import Testing

@testable import Decoding
@testable import Sandbox

@Suite struct DecoderProcessTests {
    @Test func readsWhatAReaderInThisProcessReads() throws {
        let tried = try Tried()
        let samples: [(Symbology, String)] = [
            (.qrCode, "héllo 漢字"), (.aztec, "hello"), (.dataMatrix, "hello"), (.pdf417, "hello world"),
            (.ean13, "4012345678901"), (.code128, "QZ-0815"), (.itf14, "1401234567890"),
        ]
        for (symbology, text) in samples {
            let frame = try frame(text, as: symbology)
            let here = SymbolReader().read(frame)
            let there = try tried.process.read(frame)
            #expect(!here.symbols.isEmpty, "\(symbology)")
            #expect(there.symbols == here.symbols, "\(symbology)")
            #expect(there.engines == here.engines)
            #expect(there.attempts.map(\.name) == here.attempts.map(\.name))
        }
        #expect(tried.process.counts.started == 1)
        #expect(tried.process.counts.lost == 0)
        #expect(tried.log.isEmpty)
    }

    @Test func forgetsWithoutAnotherChild() throws {
        let tried = try Tried()
        let live = Effort.live(budget: .milliseconds(30))
        for text in ["one", "two", "three"] {
            #expect(try tried.process.forgetting().read(frame(text), region: nil, effort: live).texts == [text])
        }
        #expect(tried.process.counts.started == 1)
    }

    @Test func readsOnlyInTheRegion() throws {
        let tried = try Tried()
        let left = try SymbolEncoder.encode("left", as: .qrCode).pixels(scale: 4)
        let blank = [UInt8](repeating: 255, count: left.width)
        var luma: [UInt8] = []
        for y in 0..<left.height { luma += left.luma[y * left.width..<(y + 1) * left.width] + blank }
        let both = try frame(luma, width: left.width * 2, height: left.height)
        let there = PixelRect(x: left.width, y: 0, width: left.width, height: left.height)
        #expect(try tried.process.read(both, region: there).symbols.isEmpty)
        let here = PixelRect(x: 0, y: 0, width: left.width, height: left.height)
        #expect(try tried.process.read(both, region: here, effort: .thorough).texts == ["left"])
        let live = Effort.live(budget: .milliseconds(30))
        #expect(try tried.process.read(both, region: here, effort: live).texts == ["left"])
    }

    /// glibc loads converters from files, which a sealed child cannot open.
    @Test(arguments: [
        ("Shift_JIS", "日本語のテキスト", "93fa967b8cea82cc8365834c83588367"),
        ("GB18030", "北京市海淀区中关村大街", "b1b1bea9cad0baa3b5edc7f8d6d0b9d8b4e5b4f3bdd6"),
    ])
    func decodesCharsetsThatComeFromFiles(charset: String, text: String, hex: String) throws {
        let digits = Array(hex)
        let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
        let image = try SymbolEncoder.encode(bytes: bytes, as: .dataMatrix).pixels(scale: 4)
        let symbol = try frame(image.luma, width: image.width, height: image.height)
        let tried = try Tried()
        // Repeatedly, as glibc unloads converters that were idle for a while.
        for round in 0..<12 {
            let content = try #require(try tried.process.read(symbol).symbols.first?.content)
            #expect(content.bytes == bytes)
            #expect(content.charset == charset, "round \(round)")
            #expect(content.text == text, "round \(round)")
            #expect(try tried.process.read(frame("plain")).texts == ["plain"])
        }
    }

    @Test func tellsWhenTheProgramIsNoDecoder() throws {
        for wrong in ["/bin/true", "/nowhere/quietzone"] {
            let process = try DecoderProcess(policy: ConfinementPolicy(program: wrong))
            let frame = try frame("hello")
            #expect(throws: FrameError.self) { try process.read(frame) }
            do throws(FrameError) { _ = try process.read(frame) } catch { #expect(error.cause == .unavailable) }
            #expect(process.counts.lost == 2)
        }
    }

    @Test func aProgramThatIsNoChildSaysSo() async throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        #expect(qz_pipe(&ours, &theirs) == 0)
        // A descriptor that is not shared memory.
        let pid = qz_child_start(program, DecoderChild.argument, [theirs, theirs], 2, theirs)
        #expect(pid > 0)
        Foundation.close(theirs)
        var said: [UInt8] = []
        while qz_poll([ours], 1, 30_000) & 1 != 0 {
            var chunk = [UInt8](repeating: 0, count: 256)
            let count = Foundation.read(ours, &chunk, chunk.count)
            guard count > 0 else { break }
            said += chunk[..<count]
        }
        Foundation.close(ours)
        #expect(String(decoding: said, as: UTF8.self).contains("for internal use"))
        #expect(qz_status_exit(qz_child_end(pid)) == 2)
    }
}
