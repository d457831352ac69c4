import Services
import Decoding
import Doors
import Formats
import Foundation
import Frames
import Sandbox
import Symbols
import Tickets

/// How long it takes from the first frame that has a ticket's code to the verdict on the screen: the whole program (`quietzone door open`), its frames by
/// a pipe at 30 a second, its screen a terminal of 120 × 40 cells. Beside, the parts by themselves.
struct FrameToVerdict {
    let program: String
    /// How many tickets at each size.
    let count: Int

    private static let sizes = [(640, 480), (1280, 720)]
    private static let frameMilliseconds = 1000.0 / 30
    private static let goal = 100.0
    /// No ticket takes as long.
    private static let limit = 5.0

    func run() throws {
        print(
            "\nMilliseconds from the first frame with a ticket's QR Code to the verdict, \(count) tickets, 30 frames a second:     median     p95"
        )
        Self.tell("without any of it: how much later than asked for a thread wakes here", Self.lateness())
        for (width, height) in Self.sizes {
            try withTemporaryFolder { try measure(width, height, home: $0) }
        }
    }

    private func measure(_ width: Int, _ height: Int, home: String) throws {
        let tickets = try Tickets(count: count, home: home)
        let view = TicketView(width: width, height: height, seed: 7)
        let helds = try tickets.codes.enumerated().map { number, code in
            try TicketView.Held(code, side: height * 6 / 10, seed: UInt64(number))
        }
        print("\(width)×\(height)")
        let (reading, deciding) = try parts(view, helds, tickets)
        Self.tell("  read alone, in the decoder's process", reading)
        Self.tell("  decided alone, kept on disk", deciding)
        let whole = try shown(view, helds, tickets)
        Self.tell("  the whole program, to its terminal", whole)
        print(
            "    \(whole.percentile(0.95) <= Self.goal ? "meets" : "misses") the goal: the 95th percentile within \(Int(Self.goal))"
        )
    }

    private static func tell(_ name: String, _ times: Times) {
        print(name.column(110) + String(format: "%8.1f%8.1f", times.median, times.percentile(0.95)))
    }

    /// On a machine that others use as well no figure can be better than this.
    private static func lateness() -> Times {
        Times((0..<200).map { _ in WallClock.milliseconds { usleep(5000) } - 5 })
    }

    /// An event with its key, and tickets of it, in a home of their own.
    private struct Tickets {
        let home: String
        let codes: [String]
        let key: TicketKey
        let event = DoorEvent(name: "Bench")
        var path: String { home + "/quietzone/doors/bench.door" }

        init(count: Int, home: String) throws {
            self.home = home
            guard let id = TicketKeyID("bench") else { throw BenchError("no id") }
            let key = try TicketKey.new(.ed25519, id: id)
            self.key = key
            let now = Timestamp(Date())
            codes = try (0..<count).map { number in
                try key.code(of: TicketText(time: now, seat: "R\(number)", serial: Self.serial(number)))
            }
            try TicketKeyRing.write(key, folder: home + "/quietzone/ticket-keys")
            try FileManager.default.createDirectory(
                atPath: home + "/quietzone/doors", withIntermediateDirectories: true)
            _ = try DoorStore(path: path, event: event)
        }

        /// No two have a long part in common, so that a terminal is sent all of it.
        static func serial(_ number: Int) -> String { "T\((number + 1) * 7_654_321 % 9_000_011 + 1_000_000)" }
    }

    // MARK: - The parts

    private func parts(
        _ view: TicketView, _ helds: [TicketView.Held], _ tickets: Tickets
    ) throws -> (reading: Times, deciding: Times) {
        let pool = try FramePool(slots: 2)
        let process = try DecoderProcess()
        let store = try DoorStore(path: tickets.home + "/parts.door", event: tickets.event)
        let desk = try DoorDesk(store, door: nil, keys: DoorKeys(TicketKeyRing([tickets.key])))
        var (reading, deciding) = (Times(), Times())
        let region = InterestBox.standard.pixels(width: view.width, height: view.height)
        for (number, held) in helds.enumerated() {
            let frame = try pool.frame(view.width, view.height, number: number) {
                _ = $0.update(fromContentsOf: view.frame(number, held))
            }
            var start = ContinuousClock.now
            let symbols = try process.read(frame, region: region, effort: .camera).symbols
            reading.append(WallClock.milliseconds(since: start))
            guard let content = symbols.first?.content else { throw BenchError("ticket \(number) is not read") }
            start = .now
            let decision = try desk.show(content, at: Timestamp(Date()), by: "", isLive: true)
            deciding.append(WallClock.milliseconds(since: start))
            guard decision?.verdict.isGood == true else { throw BenchError("ticket \(number) is not let in") }
        }
        return (reading, deciding)
    }

    // MARK: - The whole

    private func shown(_ view: TicketView, _ helds: [TicketView.Held], _ tickets: Tickets) throws -> Times {
        let door = try DoorProgram(program, ["door", "open", tickets.path, "--source", "-"], home: tickets.home)
        defer { door.end() }
        door.send(Array("YUV4MPEG2 W\(view.width) H\(view.height) F30:1 Ip A1:1 Cmono\n".utf8))
        var clock = ContinuousClock.now
        var round = 0
        /// Sends the next frame when it is due.
        func send(_ luma: [UInt8]) {
            clock += .milliseconds(Self.frameMilliseconds)
            let now = ContinuousClock.now
            if clock > now { usleep(UInt32((clock - now) / .microseconds(1))) } else { clock = now }
            door.send(Array("FRAME\n".utf8))
            door.send(luma)
            round += 1
        }
        // Frames are made before, as a camera makes them by itself.
        let empty = (0..<8).map { view.frame($0, nil) }
        func sendEmpty(_ frames: Int) { for _ in 0..<frames { send(empty[round % empty.count]) } }
        sendEmpty(30)
        var times = Times()
        for (number, held) in helds.enumerated() {
            let frames = (0..<4).map { view.frame(number * 4 + $0, held) }
            let word = "ticket " + Tickets.serial(number)
            let mark = door.mark
            clock = max(clock, .now - .milliseconds(Self.frameMilliseconds))
            send(frames[0])
            // The frame is there when its first byte is: the pipe takes it as fast as the program reads.
            let start = door.lastBegin
            while door.moment(of: word, after: mark) == nil {
                guard WallClock.milliseconds(since: start) < Self.limit * 1000 else {
                    throw BenchError("ticket \(number) is not decided within \(Self.limit) s: \(door.tail)")
                }
                send(frames[round % frames.count])
            }
            guard let end = door.moment(of: word, after: mark) else { continue }
            times.append(start.duration(to: end) / .milliseconds(1))
            // The door is made ready, and nothing is held for as long as a symbol takes to be gone.
            door.type(" ")
            sendEmpty(24 + number % 3)
        }
        return times
    }
}
