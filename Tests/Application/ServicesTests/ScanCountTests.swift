@testable import Services
import Testing

@Suite struct ScanCountTests {
    @Test(arguments: [(0, "0 scans"), (1, "1 scan"), (2, "2 scans")])
    func scansAreCountedInWords(_ count: Int, _ words: String) { #expect(count.scans == words) }

    @Test(arguments: [(0, "0 pieces"), (1, "1 piece"), (2, "2 pieces")])
    func piecesAreCountedInWords(_ count: Int, _ words: String) { #expect(count.pieces == words) }
}
