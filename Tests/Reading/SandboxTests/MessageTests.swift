import Decoding
import Frames
import Testing

@testable import Sandbox

@Suite struct MessageTests {
    @Test func requestsComeBackAsTheyWere() {
        let regions: [PixelRect?] = [nil, PixelRect(x: -3, y: 7, width: 100, height: 0)]
        for effort in [Effort.live(budget: .milliseconds(30)), .live(budget: .seconds(9)), .normal, .thorough] {
            for region in regions {
                let request = ReadRequest(width: 640, height: 480, region: region, effort: effort)
                #expect(ReadRequest(request.bytes) == request)
                var forgetting = request
                forgetting.forgets = true
                #expect(ReadRequest(forgetting.bytes) == forgetting)
                #expect(forgetting != request)
            }
        }
    }

    @Test func aRequestForAFrameThatCannotBeIsRefused() {
        for (width, height) in [(0, 1), (-1, 5), (1 << 20, 1), (16384, 16384)] {
            #expect(ReadRequest(ReadRequest(width: width, height: height, region: nil, effort: .normal).bytes) == nil)
        }
        #expect(ReadRequest([]) == nil)
        #expect(ReadRequest(Array(repeating: 9, count: 39)) == nil)
    }

    @Test func headersAreBelievedOnlyWhole() {
        let bytes = Message(kind: .result, sequence: 5, payload: [1, 2, 3]).bytes
        let header = Message.Header(bytes)
        #expect(header?.kind == .result)
        #expect(header?.sequence == 5)
        #expect(header?.length == 3)
        for count in 0..<Message.headerBytes { #expect(Message.Header(bytes.prefix(count)) == nil) }
        for at in [0, 3, 4, 15] {
            var wrong = bytes
            wrong[at] ^= 0x7F
            #expect(Message.Header(wrong) == nil, "byte \(at)")
        }
    }

    @Test func backsOffByDoublingUpToFourSeconds() {
        let delays = (1...12).map { Backoff.delay(after: $0) }
        #expect(delays.prefix(Backoff.free).allSatisfy { $0 == .zero })
        #expect(delays[Backoff.free] == .milliseconds(250))
        #expect(delays[Backoff.free + 1] == .milliseconds(500))
        #expect(delays.last == .seconds(4))
    }
}
