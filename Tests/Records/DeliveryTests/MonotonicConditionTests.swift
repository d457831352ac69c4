import Foundation
import Testing

@testable import Delivery

@Suite struct MonotonicConditionTests {
    @Test func aWaitEndsByItself() {
        let condition = MonotonicCondition()
        let start = ContinuousClock.now
        condition.lock()
        while condition.wait(seconds: 0.05) {}
        condition.unlock()
        #expect(ContinuousClock.now - start >= .milliseconds(50))
    }

    @Test func aBroadcastEndsAWait() {
        let condition = MonotonicCondition()
        let changer = Thread {
            // Taken only when the other thread waits, and has given the lock back.
            condition.lock()
            condition.broadcast()
            condition.unlock()
        }
        condition.lock()
        changer.start()
        let isWoken = condition.wait(seconds: 600)
        condition.unlock()
        #expect(isWoken)
    }
}
