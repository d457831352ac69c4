import Dispatch
import Services
import Testing

/// What is shown where a wait lasts.
@Suite struct WaitNoticeTests {
    @Test func aWaitThatLastsIsShown() {
        let shown = DispatchSemaphore(value: 0)
        let notice = WaitNotice(after: .milliseconds(0)) { shown.signal() }
        #expect(shown.wait(timeout: .now() + .seconds(60)) == .success)
        notice.end()
    }
}
