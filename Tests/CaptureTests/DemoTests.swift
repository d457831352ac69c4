import Foundation
import Frames
import Symbols
import Testing

@testable import Capture

@Suite struct DemoTests {
    static let scene = Result { try DemoScene() }

    private func render(_ scene: DemoScene, _ seconds: Double) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: scene.width * scene.height) { buffer, count in
            buffer.initialize(repeating: 0)
            scene.render(at: seconds, into: buffer)
            count = buffer.count
        }
    }
    @Test func trial() throws {
        let scene = try Self.scene.get()
        var t = 0.0
        var n = 0
        while t < DemoScene.loopSeconds {
            let luma = render(scene, t)
            try Data(PictureFile.png(luma: luma.span, width: 640, height: 480)).write(to: URL(fileURLWithPath: "/tmp/qzp-trial/demo\(String(format: "%03d", n)).png"))
            print(n, t, scene.symbols(at: t).map { "\($0.content.symbology) \($0.corners.corners.map { "\(Int($0.x)),\(Int($0.y))" })" })
            n += 1
            t += 0.5
        }
    }
}
