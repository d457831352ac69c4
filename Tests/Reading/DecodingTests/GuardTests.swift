import CGuard
import Glibc
import Testing

/// Runs `body` under the guard; returns its result and the line about the fault.
private func guarded(_ body: @convention(c) (UnsafeMutableRawPointer?) -> Void) -> (result: Int32, fault: String) {
    var fault = [CChar](repeating: 1, count: 100)
    let result = qz_guard_run(body, nil, &fault, fault.count)
    return (result, String(decoding: fault.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
}

@Suite struct GuardTests {
    @Test func aFailedAssertionBecomesAnError() {
        for _ in 0..<100 {
            let outcome = guarded { _ in qz_guard_test_assert() }
            #expect(outcome.result == -ENOTRECOVERABLE)
            #expect(outcome.fault == "assertion failed in test.c:7: false")
        }
    }

    @Test func anAssertionBelowAFrameThatForbidsExceptionsBecomesAnError() {
        for _ in 0..<100 {
            let outcome = guarded { _ in qz_guard_test_noexcept() }
            #expect(outcome.result == -ENOTRECOVERABLE)
            #expect(!outcome.fault.isEmpty)
        }
    }

    @Test func noFaultIsReportedWhenNothingHappens() {
        let outcome = guarded { _ in }
        #expect(outcome.result == 0)
        #expect(outcome.fault.isEmpty)
    }

    @Test func warningsOfLibrariesAreDroppedInsideAndOnlyThere() async {
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            _ = qz_guard_run({ _ in qz_guard_test_print() }, nil, nil, 0)
            exit(0)
        }.map { #expect(!String(decoding: $0.standardErrorContent, as: UTF8.self).contains("qz_guard_test_print")) }
        await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            qz_guard_test_print()
            exit(0)
        }.map { #expect(String(decoding: $0.standardErrorContent, as: UTF8.self).contains("qz_guard_test_print")) }
    }

    @Test func anAssertionOutsideStillAborts() async {
        await #expect(processExitsWith: .signal(SIGABRT)) { qz_guard_test_assert() }
    }
}
