import Frames
import Testing

@testable import quietzone_bench

/// Synthetic frames for benchmarks.
@Suite struct SceneTests {
    @Test func emptyScenesDifferByFrameAndSeedOnly() throws {
        let scene = EmptyScene(width: 90, height: 60, seed: 3)
        func frame(_ scene: EmptyScene, _ round: Int) -> [UInt8] {
            var plane = [UInt8](repeating: 0, count: 90 * 60)
            plane.withUnsafeMutableBufferPointer { scene.render(round: round, into: $0) }
            return plane
        }
        #expect(frame(scene, 0) == frame(EmptyScene(width: 90, height: 60, seed: 3), 0))
        #expect(frame(scene, 0) != frame(scene, 1))
        #expect(frame(scene, 0) != frame(EmptyScene(width: 90, height: 60, seed: 4), 0))
    }

    @Test func tremorMovesALittleAndAlwaysTheSame() throws {
        let (width, height) = (64, 48)
        let pool = try FramePool(slots: 1)
        guard var draft = pool.draft(width: width, height: height) else {
            Issue.record("no slot")
            return
        }
        // A dark square in the middle.
        draft.withLuma { luma in
            for i in luma.indices { luma[i] = 24..<40 ~= i % width && 16..<32 ~= i / width ? 20 : 220 }
        }
        let still = draft.finish(sequence: 0)
        func plane(_ seed: UInt64, _ number: Int) -> [UInt8] {
            var plane = [UInt8](repeating: 0, count: width * height)
            plane.withUnsafeMutableBufferPointer { Tremor(seed: seed).render(still, number: number, into: $0) }
            return plane
        }
        #expect(plane(1, 0) == plane(1, 0))
        #expect(plane(1, 0) != plane(1, 1))
        #expect(plane(1, 0) != plane(2, 0))
        for number in 0..<10 {
            let moved = plane(1, number)
            // Away from the square's edges, only noise changes pixels.
            #expect(abs(Int(moved[24 * width + 32]) - 20) <= 5)
            #expect(abs(Int(moved[4 * width + 4]) - 220) <= 5)
        }
    }
}
