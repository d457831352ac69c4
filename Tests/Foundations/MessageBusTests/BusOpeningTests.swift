import Foundation
import MessageBus
import SeededRandomness
import Testing

/// Connections that fail.
@Suite(.enabled(if: MessageBus.isLibraryThere, "libsystemd is not installed: apt install libsystemd0"))
struct BusOpeningTests {
    private func opening(_ address: BusAddress, _ timeout: Duration = .seconds(60)) -> BusError? {
        #expect(throws: BusError.self) { _ = try MessageBus(address, timeout: timeout) }
    }

    @Test func aBusThatSaysNothingEndsTheTimeOut() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let silent = SilentBus(folder)
        let start = ContinuousClock.now
        #expect(opening(.socket(silent.path), .milliseconds(300))?.reason == .silent)
        #expect(ContinuousClock.now - start >= .milliseconds(290))
        // libsystemd itself would wait for 25 seconds.
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func aBusThatNeverStopsTalkingEndsTheTimeOut() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let talking = SilentBus(folder, greeting: Array("DATA 00\r\n".utf8), repeats: true)
        let start = ContinuousClock.now
        #expect(opening(.socket(talking.path), .seconds(1)) != nil)
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test func foreignServersAreRefused() throws {
        var random = SplitMix(state: 5)
        for round in 0..<50 {
            let folder = try temporaryFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var greeting = (0..<random.below(400)).map { _ in UInt8(random.below(256)) }
            if round % 2 == 0 {
                greeting = Array("OK 0123456789abcdef0123456789abcdef\r\n".utf8) + greeting
            }
            let foreign = SilentBus(folder, greeting: greeting + [0])
            #expect(opening(.socket(foreign.path)) != nil)
        }
    }

    @Test func addressesWithoutABusAreRefusedAtOnce() {
        #expect(opening(.socket("/nowhere/bus"))?.reason == .unreachable(ENOENT))
        for address in [
            "", "x", "tcp:host=example.org,port=1", "unixexec:path=/bin/true", "unix:path=/nowhere;tcp:host=localhost",
            "unix:", "unix:path=",
        ] {
            guard case .unreachable = opening(BusAddress(address))?.reason else {
                Issue.record("\(address)")
                continue
            }
        }
    }
}
