import Synchronization
import Testing

@testable import Payloads

@Suite struct RecentResultsTests {
    @Test func aResultIsMadeOnceWhileItIsAmongTheLast() {
        let results = RecentResults<Int, String>(maximumCount: 2)
        var made: [Int] = []
        func value(_ number: Int) -> String {
            results.value(for: number) {
                made.append(number)
                return "\(number)"
            }
        }
        #expect([1, 1, 2, 1].map(value) == ["1", "1", "2", "1"])
        #expect(made == [1, 2])
        // The third displaces the first.
        #expect([3, 2, 1].map(value) == ["3", "2", "1"])
        #expect(made == [1, 2, 3, 1])
    }

    @Test func manyThreadsGetTheirOwnResults() async {
        let results = RecentResults<Int, Int>(maximumCount: 4)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { results.value(for: number % 9) { number % 9 * 2 } == number % 9 * 2 }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
