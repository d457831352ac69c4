import Testing

@testable import History

@Suite struct PatienceTests {
    /// Tries after which it gives up.
    private func tries(_ patience: Patience) -> Int { (0...).first { !patience.waits($0) } ?? 0 }

    @Test func hurriedCallsThatOverlapLeaveNoHurryBehind() throws {
        let patience = Patience()
        // As two threads that begin and end in turn: the first ends before the second.
        let (begins, ends) = (patience.beginHurry, patience.endHurry)
        begins()
        begins()
        ends()
        #expect(patience.isHurried)
        ends()
        #expect(!patience.isHurried)
    }

    @Test func whoHurriesForGoodStaysSo() {
        let patience = Patience()
        patience.hurried { patience.hurry() }
        #expect(patience.isHurried)
        #expect(tries(patience) < 15)
    }

    @Test func aWaitOfOneDoesNotProlongThatOfAnother() {
        let patience = Patience()
        patience.hurry()
        // Another one begins to wait between each try of the first.
        let first = (0..<100).first { number in
            _ = patience.waits(0)
            return !patience.waits(number)
        }
        #expect((first ?? 100) < 15)
    }
}
