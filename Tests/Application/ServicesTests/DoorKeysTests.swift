import Dispatch
import Doors
import Foundation
import Synchronization
import Testing
import Tickets

@testable import Services

/// Files of keys that are read while they change.
@Suite struct DoorKeysTests {
    /// Files whose first reading lasts until it is told to end. What is read says which version of them it was.
    private final class SlowFiles: Sendable {
        let version = Mutex(1)
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        private let first = Mutex<[String]?>(nil)
        private let readings = Mutex(0)

        var source: DoorKeys.Source {
            DoorKeys.Source(
                stamps: { _ in
                    let version = self.version.withLock { $0 }
                    return [DoorKeys.Stamp(name: "a", seconds: version, nanoseconds: 0, size: 0, inode: 0, mode: 0)]
                },
                read: { _ in
                    let version = self.version.withLock { $0 }
                    let reading = self.readings.withLock { count in
                        count += 1
                        return count
                    }
                    if reading == 1 {
                        self.hasBegun.signal()
                        _ = self.mayEnd.wait(timeout: .now() + 120)
                    }
                    return DoorKeys.Held(ring: TicketKeyRing(), problems: ["version \(version)"])
                })
        }

        var readingCount: Int { readings.withLock { $0 } }
        /// What came of the first reading; nil while it lasts.
        var ofFirst: [String]? {
            get { first.withLock { $0 } }
            set { first.withLock { $0 = newValue } }
        }
    }

    @Test func whoReadsFilesKeepsNobodyWaitingAndTheNewestCount() throws {
        let files = SlowFiles()
        let keys = DoorKeys(of: files.source)
        let event = DoorEvent(name: "Movie night")
        Thread.detachNewThread {
            let problems = keys.current(for: event).problems
            files.ofFirst = problems
            files.hasEnded.signal()
        }
        try #require(files.hasBegun.wait(timeout: .now() + 120) == .success)
        files.version.withLock { $0 = 2 }
        let second = keys.current(for: event)
        #expect(second.problems == ["version 2"])
        #expect(files.ofFirst == nil, "the first reading is still under way")
        files.mayEnd.signal()
        try #require(files.hasEnded.wait(timeout: .now() + 120) == .success)
        // What was read before the change neither counts nor replaces what was read after it.
        #expect(files.ofFirst == ["version 2"])
        let third = keys.current(for: event)
        #expect(third.problems == ["version 2"] && third.reading == second.reading)
        #expect(files.readingCount == 2)
    }

    @Test func filesAreReadOnceUntilTheyChange() {
        let files = SlowFiles()
        files.mayEnd.signal()
        let keys = DoorKeys(of: files.source)
        let event = DoorEvent(name: "Movie night")
        let first = keys.current(for: event)
        #expect(first.reading > 0)
        for _ in 0..<3 { #expect(keys.current(for: event).reading == first.reading) }
        files.version.withLock { $0 = 2 }
        #expect(keys.current(for: event).reading > first.reading)
        #expect(files.readingCount == 2)
    }
}
