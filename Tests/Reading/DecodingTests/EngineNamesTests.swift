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
            if names.zxingReport != 0 {
                #expect(names.zxingReport & names.zxingFormats == names.zxingReport, "\(names.symbology)")
                #expect(EngineNames.symbology(zxingFormat: names.zxingReport) == names.symbology)
            }
            for type in names.zbarReports { #expect(EngineNames.symbology(zbarType: type) == names.symbology) }
        }
        #expect(EngineNames.symbology(zxingFormat: 0) == nil)
        #expect(EngineNames.symbology(zxingFormat: UInt32(QZ_ZXING_EAN_13 | QZ_ZXING_UPC_A)) == nil)
        #expect(EngineNames.symbology(zbarType: ZBAR_PDF417) == nil)
        #expect(EngineNames.symbology(zbarType: ZBAR_ISBN13) == .ean13)
    }

    @Test func enginesAreThoseOfTheTable() {
        for engine in EngineKind.allCases {
            let symbologies = SymbologySupport.symbologies(of: engine)
            #expect(symbologies == Set(EngineNames.all.filter { $0.engines.contains(engine) }.map(\.symbology)))
        }
        #expect(SymbologySupport.symbologies(of: .native) == NativeReaders.symbologies)
        #expect(EngineNames.of(.aztec)?.engines.contains(.native) == true)
        #expect(EngineNames.of(.codabar)?.engines.contains(.native) == false)
    }

    /// Add-ons and GS1 variants are enabled, and reported, by the names of their base symbologies.
    @Test func whatIsReportedByAnothersNameIsEnabledWithIt() {
        let reported = EngineNames.all.reduce(0) { $0 | $1.zxingReport }
        for names in EngineNames.all { #expect(names.zxingFormats & ~reported == 0, "\(names.symbology)") }
        #expect(EngineNames.of(.gs1_128)?.zxingFormats == EngineNames.of(.code128)?.zxingReport)
        #expect(EngineNames.of(.itf14)?.zxingReport == 0)
    }
}
