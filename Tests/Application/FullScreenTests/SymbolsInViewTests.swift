@testable import FullScreen
import Symbols
import Testing

@testable import Scanning

@Suite struct SymbolsInViewTests {
    private func symbol(_ id: UInt64, _ text: String, addOn: String? = nil) -> TrackedSymbol {
        let corner = Point(x: 0, y: 0)
        var content = SymbolContent(symbology: .ean13, text: text)
        content.addOn = addOn
        return TrackedSymbol(
            id: id, number: 1, content: content,
            corners: Quadrilateral(topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner),
            firstSeen: .now, lastSeen: .now, isNew: false)
    }

    @Test func whatIsInAnotherPictureOfAFolderIsToldAnewThoughItHasTheSameNumber() {
        var inView = SymbolsInView()
        #expect(inView.row(of: symbol(1, "4006381333931")).summary == "4006381333931 · issued in Germany")
        inView.tracks[1]?.formerScan = 7
        inView.tracks[1]?.hasAsked = true
        #expect(inView.row(of: symbol(1, "9781617292156")).summary == "9781617292156 · ISBN 978-1-61729-215-6")
        #expect(inView.tracks[1]?.formerScan == nil && inView.tracks[1]?.hasAsked == false)
    }

    @Test func anAddOnThatIsReadLaterMakesItNoOtherScan() {
        var inView = SymbolsInView()
        _ = inView.row(of: symbol(1, "9781617292156"))
        inView.tracks[1]?.formerScan = 7
        #expect(inView.row(of: symbol(1, "9781617292156", addOn: "51995")).summary.hasSuffix("+51995"))
        #expect(inView.tracks[1]?.formerScan == 7)
    }
}
