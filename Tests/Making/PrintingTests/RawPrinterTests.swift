import Files
import Glibc
import Synchronization
import Testing

@testable import Printing

/// Printers at a port that do not answer: the waits are measured by a clock that each look at it puts forward.
@Suite struct RawPrinterTests {
    /// A clock that goes on by 200 ms whenever it is read.
    private final class FakeTime: Sendable {
        private let readings = Mutex(0)
        private let start = ContinuousClock.now

        var clock: PrinterClock {
            PrinterClock(
                now: {
                    self.start + .milliseconds(200)
                        * self.readings.withLock {
                            $0 += 1; return $0
                        }
                }, step: 1)
        }

        var seconds: Double { Double(readings.withLock { $0 }) / 5 }
    }

    /// A port of this machine that takes no connection: what can wait for one waits already.
    private final class FullPort {
        private var sockets: [Int32] = []
        let address: HostLookup.Address

        init() throws {
            let listener: Int32
            (listener, address) = try RawPrinterTests.listener(backlog: 0)
            sockets.append(listener)
            for _ in 0..<16 {
                let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
                sockets.append(client)
                let bytes = address.bytes
                _ = bytes.withUnsafeBytes {
                    connect(client, $0.bindMemory(to: sockaddr.self).baseAddress, socklen_t($0.count))
                }
            }
        }

        deinit { sockets.forEach { close($0) } }
    }

    /// A socket that listens at a port of this machine.
    private static func listener(backlog: Int32) throws -> (descriptor: Int32, address: HostLookup.Address) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &place) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, backlog) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(isBound)
        return (listener, HostLookup.Address(family: AF_INET, bytes: withUnsafeBytes(of: place) { Array($0) }))
    }

    private func spool() throws -> PrintSpool {
        let spool = try PrintSpool()
        try [UInt8]("^XA^XZ".utf8).withUnsafeBytes { try spool.append($0) }
        return spool
    }

    private func send(
        _ time: FakeTime, patience: Int = 30, isCancelled: @escaping () -> Bool = { false },
        _ resolve: @escaping @Sendable (String, Int) -> HostLookup.Answer
    ) throws -> PrintOutcome {
        var printer = RawPrinter(patience: patience, isCancelled: isCancelled)
        printer.clock = time.clock
        printer.lookUp = { HostLookup($0, port: $1, resolve: resolve) }
        return try printer.send(spool(), copies: 1, host: "label", port: 9100) { _ in }
    }

    @Test func allAddressesShareOnePatience() throws {
        let (port, time) = (try FullPort(), FakeTime())
        let addresses = [HostLookup.Address](repeating: port.address, count: 4)
        let error = #expect(throws: UserError.self) { try send(time) { _, _ in .addresses(addresses) } }
        #expect(
            error?.description
                == "the printer at label:9100 cannot be reached: no answer within 30 s: check that it is on and its address is correct"
        )
        // Each wait may end a reading later.
        #expect((29.0...32).contains(time.seconds), "\(time.seconds)")
    }

    @Test func aLookupThatDoesNotEndIsGivenUp() throws {
        let time = FakeTime()
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let end = ends[0]
        let error = #expect(throws: UserError.self) {
            try send(time, patience: 5) { _, _ in
                // Until the test is over.
                var byte: UInt8 = 0
                _ = read(end, &byte, 1)
                close(end)
                return .unknown("too late")
            }
        }
        #expect(
            error?.description
                == "the printer at label:9100 cannot be reached: its name was not found within 5 s: check the network, or use its numeric address"
        )
        #expect((4.8...6).contains(time.seconds), "\(time.seconds)")
    }

    @Test func waitsAreCancelled() throws {
        let port = try FullPort()
        let address = port.address
        let asked = Mutex(0)
        let outcome = try send(
            FakeTime(),
            isCancelled: {
                asked.withLock {
                    $0 += 1; return $0 > 3
                }
            }
        ) { _, _ in
            .addresses([address])
        }
        #expect(outcome == .cancelled)
    }

    @Test func unknownNamesAreTold() throws {
        let error = #expect(throws: UserError.self) { try send(FakeTime()) { _, _ in .unknown("Name not known") } }
        #expect(error?.description == "the printer at label:9100 was not found: Name not known: check its name")
    }

    /// An address that does not answer leaves time to the next one.
    @Test func theNextAddressIsTried() throws {
        let port = try FullPort()
        let (listener, open) = try Self.listener(backlog: 8)
        defer { close(listener) }
        let addresses = [port.address, open]
        #expect(try send(FakeTime()) { _, _ in .addresses(addresses) } == .printed(job: nil))
    }

    @Test func hostsOfIPPAreFound() {
        #expect(Printer.host(ofIPP: "ipp://printer.local/ipp/print") == "printer.local")
        #expect(Printer.host(ofIPP: "ipps://ana:secret@[fe80::1]:631/ipp/print") == "fe80::1")
        #expect(Printer.host(ofIPP: "ipp://10.0.0.7:8631") == "10.0.0.7")
        #expect(Printer.host(ofIPP: "Office_2") == nil)
    }
}
