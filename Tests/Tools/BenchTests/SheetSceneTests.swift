import Decoding
import Encoding
import Symbols
import Testing

@testable import quietzone_bench

@Suite struct SheetSceneTests {
    private func read(_ kinds: [Symbology], _ count: Int, _ pose: SheetScene.Pose) throws -> (Set<String>, Set<String>)
    {
        let sheet = try SymbolSheet(of: kinds, count: count, width: 1280, height: 720, seed: 5)
        let scene = SheetScene(sheet, pose: pose, seed: 5)
        var plane = [UInt8](repeating: 0, count: sheet.luma.count)
        plane.withUnsafeMutableBufferPointer { scene.render(round: 0, into: $0) }
        let found = SymbolReader().read(luma: plane.span, width: sheet.width, height: sheet.height).symbols
        return (Set(found.compactMap(\.content.text)), Set(sheet.texts))
    }

    @Test(arguments: [[Symbology.qrCode], [.dataMatrix], [.code128]]) func aSheetBeforeACameraIsReadWhole(
        _ kinds: [Symbology]
    ) throws {
        let (read, all) = try read(kinds, 12, .camera)
        #expect(read == all)
    }

    @Test(arguments: [-14.0, 14.0]) func aTiltedSheetIsReadWhole(_ degrees: Double) throws {
        let (read, all) = try read([.qrCode, .dataMatrix], 16, SheetScene.Pose(tilt: degrees, blur: 0.5, noise: 4))
        #expect(read == all)
    }
}
