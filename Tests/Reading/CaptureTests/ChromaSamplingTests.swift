import CLinux
import Frames
import Testing

@testable import Capture

@Suite struct ChromaSamplingTests {
    private func chroma(_ name: String, _ bytes: [UInt8], width: Int, height: Int, stride: Int) throws -> ChromaGrid? {
        var raw = v4l2_pix_format()
        raw.pixelformat = try #require(FourCC(name)).rawValue
        (raw.width, raw.height, raw.bytesperline) = (UInt32(width), UInt32(height), UInt32(stride))
        return bytes.withUnsafeBytes { ChromaGrid(of: $0, layout: OriginalStream(StreamFormat(raw))) }
    }

    @Test func planesBehindTheLumaAreSampled() throws {
        // 4 × 4 pixels: 16 of luma, then 4 of blue and 4 of red, each after the other or in pairs.
        let luma = [UInt8](repeating: 90, count: 16)
        let formats: [(String, [UInt8])] = [
            ("YU12", [10, 20, 30, 40, 50, 60, 70, 80]), ("YV12", [50, 60, 70, 80, 10, 20, 30, 40]),
            ("NV12", [10, 50, 20, 60, 30, 70, 40, 80]), ("NV21", [50, 10, 60, 20, 70, 30, 80, 40]),
        ]
        for (name, colours) in formats {
            let grid = try #require(try chroma(name, luma + colours, width: 4, height: 4, stride: 4), "\(name)")
            #expect((grid.columns, grid.rows) == (4, 4))
            #expect(Array(grid.blue.prefix(4)) == [10, 10, 20, 20], "\(name)")
            #expect(Array(grid.red.suffix(4)) == [70, 70, 80, 80], "\(name)")
            #expect(try chroma(name, luma + colours.dropLast(), width: 4, height: 4, stride: 4) == nil, "too short")
        }
    }

    @Test func packedSamplesAreTakenFromBetweenTheLuma() throws {
        // Two rows of four pixels, 12 bytes apart.
        let row: [UInt8] = [90, 10, 90, 50, 90, 20, 90, 60]
        let grid = try #require(try chroma("YUYV", row + [0, 0, 0, 0] + row, width: 4, height: 2, stride: 12))
        #expect(grid.blue == [10, 10, 20, 20, 10, 10, 20, 20])
        #expect(grid.red == [50, 50, 60, 60, 50, 50, 60, 60])
        #expect(try chroma("MJPG", row, width: 4, height: 2, stride: 0) == nil)
        #expect(try chroma("GREY", row, width: 4, height: 2, stride: 4) == nil)
    }

    @Test func aLargeFrameIsSampledCoarsely() throws {
        let bytes = [UInt8](repeating: 128, count: 1920 * 1080 * 2)
        let grid = try #require(try chroma("YUYV", bytes, width: 1920, height: 1080, stride: 3840))
        #expect((grid.columns, grid.rows) == ChromaGrid.most)
    }

    @Test func whatHasToBeDecodedTellsNone() {
        #expect(!CameraFormat.tellsColours("MJPG"))
        #expect(CameraFormat.tellsColours("YUYV"))
        #expect(CameraFormat.tellsColours("NV12"))
    }

    @Test func theDemoHasColoursWhereItIsNeitherPaperNorPrint() throws {
        var luma: [UInt8] = [0, 100, 255, 100]
        let grid = try #require(luma.withUnsafeMutableBufferPointer { DemoColours.chroma(of: $0, width: 4) })
        #expect(grid.blue[0] == 128 && grid.blue[2] == 128)
        #expect(grid.blue[1] > 140 && grid.red[1] < 120)
    }
}
