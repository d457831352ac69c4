import CZBar
import CZXing
import Symbols
import Testing

@testable import Decoding

@Suite struct EngineNamesTests {
    @Test func everySymbologyHasOneRow() {
        #expect(EngineNames.all.count == Symbology.allCases.count)
        #expect(Set(EngineNames.all.map(\.symbology)) == Set(Symbology.allCases))
    }

    @Test func bothDirectionsAgree() {
        for names in EngineNames.all {
            if names.zxingFormat != 0 {
                #expect(names.zxingFormat & names.zxingFormats == names.zxingFormat, "\(names.symbology)")
                #expect(EngineNames.symbology(zxingFormat: names.zxingFormat) == names.symbology)
            }
            for type in names.zbarTold { #expect(EngineNames.symbology(zbarType: type) == names.symbology) }
        }
        #expect(EngineNames.symbology(zxingFormat: 0) == nil)
        #expect(EngineNames.symbology(zxingFormat: UInt32(QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A)) == nil)
        #expect(EngineNames.symbology(zbarType: ZBAR_PDF417) == nil)
        #expect(EngineNames.symbology(zbarType: ZBAR_ISBN13) == .ean13)
    }

    /// What is switched on for add-ons and for what GS1 makes of others is told by their names.
    @Test func whatIsToldByAnothersNameIsSwitchedOnWithIt() {
        let told = EngineNames.all.reduce(0) { $0 | $1.zxingFormat }
        for names in EngineNames.all { #expect(names.zxingFormats & ~told == 0, "\(names.symbology)") }
        #expect(EngineNames.of(.gs1_128)?.zxingFormats == EngineNames.of(.code128)?.zxingFormat)
        #expect(EngineNames.of(.itf14)?.zxingFormat == 0)
    }
}
