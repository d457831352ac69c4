import Foundation
import Frames
import Symbols
import Testing

@testable import Capture

@Suite struct DemoTests {
    private func render(_ scene: DemoScene, _ seconds: Double) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: scene.width * scene.height) { buffer, count in
            buffer.initialize(repeating: 0)
            scene.render(at: seconds, into: buffer)
            count = buffer.count
        }
    }

    /// Every quarter second of the loop.
    private static var instants: [Double] { Array(stride(from: 0.0, to: DemoScene.loopSeconds, by: 0.25)) }

    @Test func showsWhatItPromisesOverOneLoop() throws {
        let scene = try DemoScene()
        var seen: Set<Symbology> = []
        var kinds: Set<String> = []
        var atOnce = 0
        var maximumTilt = 0.0
        for seconds in Self.instants {
            let symbols = scene.symbols(at: seconds)
            atOnce = max(atOnce, symbols.count)
            for symbol in symbols {
                seen.insert(symbol.content.symbology)
                kinds.formUnion(
                    ["https://", "BEGIN:VCARD", "WIFI:"].filter { symbol.content.text?.hasPrefix($0) == true })
                let top = (symbol.corners.topLeft, symbol.corners.topRight)
                if symbol.content.symbology == .code128 {
                    maximumTilt = max(maximumTilt, atan2(top.1.y - top.0.y, top.1.x - top.0.x) * 180 / .pi)
                }
            }
        }
        #expect(seen == [.qrCode, .ean13, .ean8, .code128, .aztec, .pdf417, .dataMatrix])
        #expect(kinds == ["https://", "BEGIN:VCARD", "WIFI:"])
        #expect(atOnce == 2)
        #expect(maximumTilt > 15)
    }

    @Test func symbolsStayInTheMiddleAndAreLargeEnough() throws {
        for (width, height) in [(640, 480), (1280, 720), (1920, 1080)] {
            let scene = try DemoScene(width: width, height: height)
            for seconds in Self.instants {
                for symbol in scene.symbols(at: seconds) {
                    for corner in symbol.corners.corners {
                        #expect(abs(corner.x / Double(width) - 0.5) < 0.3)
                        #expect(abs(corner.y / Double(height) - 0.5) < 0.3)
                    }
                }
                for role in DemoScript.acts.joined() {
                    let pose = try DemoLabel(role).pose(
                        at: seconds.truncatingRemainder(dividingBy: 5.5), width: width, height: height)
                    #expect(pose.scale >= 2.499, "\(role.symbology)")
                    if seconds > 1 { break }
                }
            }
        }
    }

    @Test func everySymbolIsPrintedWhereItsCornersSay() throws {
        let scene = try DemoScene()
        for act in 0..<DemoScript.acts.count {
            let seconds = (Double(act) + 0.5) * DemoScript.actSeconds
            let luma = render(scene, seconds)
            for symbol in scene.symbols(at: seconds) {
                // About half of the inside is ink; noise is not clipped at black or white.
                var dark = 0
                var light = 0
                for i in 1..<40 {
                    for j in 1..<40 {
                        let (u, v) = (Double(i) / 40, Double(j) / 40)
                        let c = symbol.corners
                        let x = c.topLeft.x + u * (c.topRight.x - c.topLeft.x) + v * (c.bottomLeft.x - c.topLeft.x)
                        let y = c.topLeft.y + u * (c.topRight.y - c.topLeft.y) + v * (c.bottomLeft.y - c.topLeft.y)
                        let value = luma[Int(y) * 640 + Int(x)]
                        if value < 60 { dark += 1 }
                        if value > 190 { light += 1 }
                    }
                }
                #expect(dark > 350, "\(symbol.content.symbology) \(dark) \(light)")
                #expect(light > 350, "\(symbol.content.symbology) \(dark) \(light)")
            }
        }
    }

    @Test func ean13IsReadFromThePictureByItsWidths() throws {
        let scene = try DemoScene()
        let seconds = 1.62 * DemoScript.actSeconds
        let symbol = try #require(scene.symbols(at: seconds).first { $0.content.symbology == .ean13 })
        let luma = render(scene, seconds)
        // 95 modules along a line through the bars, each sampled in its middle.
        let c = symbol.corners
        let start = Point(x: (c.topLeft.x + c.bottomLeft.x) / 2, y: (c.topLeft.y + c.bottomLeft.y) / 2)
        let end = Point(x: (c.topRight.x + c.bottomRight.x) / 2, y: (c.topRight.y + c.bottomRight.y) / 2)
        let bits = (0..<95).map { module in
            let t = (Double(module) + 0.5) / 95
            let x = start.x + t * (end.x - start.x)
            let y = start.y + t * (end.y - start.y)
            return luma[Int(y) * 640 + Int(x)] < 126 ? "1" : "0"
        }.joined()
        // 4012345678901 by the tables of ISO/IEC 15420: guard, 012345 in sets A B A A B B, centre, 678901 in C, guard.
        let left = "0001101" + "0110011" + "0010011" + "0111101" + "0011101" + "0111001"
        let right = "1010000" + "1000100" + "1001000" + "1110100" + "1110010" + "1100110"
        #expect(bits == "101" + left + "01010" + right + "101")
    }

    @Test func theSameInstantGivesTheSamePicture() throws {
        let scene = try DemoScene(width: 320, height: 240)
        let picture = render(scene, 7.25)
        #expect(picture == render(scene, 7.25))
        #expect(picture == render(scene, 7.25 + DemoScene.loopSeconds))
        #expect(picture == render(scene, 7.25 - DemoScene.loopSeconds))
        #expect(picture != render(scene, 7.5))
        #expect(try picture == render(DemoScene(width: 320, height: 240), 7.25))
    }

    @Test func everySizeAndInstantIsSurvived() throws {
        for (width, height) in [(1, 1), (3, 200), (200, 3), (31, 17)] {
            let scene = try DemoScene(width: width, height: height)
            for seconds in [0, 1, 13.7, 1e300, -1e18, .infinity, .nan] {
                #expect(render(scene, seconds).count == width * height)
            }
        }
        #expect(throws: SourceError.self) { try DemoScene(width: 0, height: 10) }
        #expect(throws: SourceError.self) { try DemoScene(width: 1 << 20, height: 1 << 20) }
    }

    @Test func actsGiveWayToEachOtherSmoothly() throws {
        // No label jumps: at the seam of the loop the picture is the background, apart from noise.
        let scene = try DemoScene()
        let first = render(scene, DemoScript.actSeconds - 0.001)
        let second = render(scene, DemoScript.actSeconds + 0.001)
        #expect(zip(first, second).allSatisfy { abs(Int($0) - Int($1)) <= 12 })
    }

    @Test func theWordIsWrittenLargeInTheCorner() throws {
        let scene = try DemoScene()
        let luma = render(scene, 0)
        // The D's stem, two dots of six pixels wide and seven high, at a margin of three dots.
        for y in 20..<56 { for x in 20..<28 { #expect(luma[y * 640 + x] > 225) } }
        #expect(luma[(18 + 24) * 640 + 18 + 18] < 200)
    }

    @Test func theSourceBringsFramesAtItsRate() throws {
        let recorder = try Recorder(stopAfter: 4)
        let source = DemoSource(width: 160, height: 120)
        #expect(source.name == "demo")
        #expect(source.title == "DEMO")
        #expect(source.pacing == .live)
        try recorder.run(source)
        #expect(recorder.brought.count == 4)
        #expect(
            recorder.reported
                == [.streaming(FrameFormat(width: 160, height: 120, encoding: "GREY", framesPerSecond: 30))])
        #expect(Set(recorder.brought.map(\.luma)).count == 4)
    }
}
