import Testing

@testable import quietzone_bench

@Suite struct SoakSceneTests {
    @Test func numbersMakeFrames() throws {
        let scene = try SoakScene()
        func frame(_ number: Int) -> [UInt8] {
            var plane = [UInt8](repeating: 0, count: SoakScene.width * SoakScene.height)
            plane.withUnsafeMutableBufferPointer { scene.render(number, into: $0) }
            return plane
        }
        let frames = (1...400).map(frame)
        #expect(Set(frames).count == frames.count)
        #expect(frames[7] == frame(8))
    }
}
