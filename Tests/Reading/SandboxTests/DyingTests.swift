#if DEBUG
    import CLinux
    import Foundation
    import Frames
    import Symbols
    import Testing

    @testable import Decoding
    @testable import Sandbox

    /// Children that crash, hang and lie. Serialized: descriptors and children of the process are counted.
    @Suite(.serialized) struct DyingTests {
        @Test(arguments: [
            (ChildTest.crash, SIGSEGV), (.signal(SIGSEGV), SIGSEGV), (.abort, SIGABRT), (.signal(SIGBUS), SIGBUS),
            (.signal(SIGKILL), SIGKILL),
        ])
        func aCrashCostsOneFrame(test: ChildTest, signal: Int32) throws {
            let tried = try Tried()
            let (deadly, harmless) = (try frame("deadly"), try frame("harmless"))
            #expect(try tried.process.read(harmless).texts == ["harmless"])
            let loss = try tried.loss(deadly, after: test)
            #expect(loss.cause == .died, "\(loss)")
            #expect(loss.description.contains("signal \(signal),"), "\(loss)")
            #expect(tried.log == [loss.description])
            #expect(try tried.process.read(harmless).texts == ["harmless"])
            #expect(tried.process.counts.started == 2)
            #expect(tried.process.counts.lost == 1)
        }

        @Test func theFrameThatKilledIsNotSentAgain() throws {
            let tried = try Tried()
            let deadly = try frame("deadly")
            #expect(try tried.loss(deadly, after: .abort).cause == .died)
            let pid = tried.process.pid
            #expect(try tried.loss(deadly).cause == .known)
            // The same picture at another address.
            #expect(try tried.loss(frame("deadly")).cause == .known)
            #expect(tried.process.pid == pid)
            #expect(tried.process.counts.started == 2)
            #expect(try tried.process.read(frame("another")).texts == ["another"])
        }

        @Test(arguments: [ChildTest.signal(SIGSTOP), .loop])
        func aHangCostsOneFrame(test: ChildTest) throws {
            var patience = DecoderProcess.Patience()
            patience.live = .milliseconds(400)
            let tried = try Tried(patience: patience)
            let (deadly, harmless) = (try frame("deadly"), try frame("harmless"))
            #expect(try tried.process.read(harmless).texts == ["harmless"])
            let start = ContinuousClock.now
            let loss = try tried.loss(deadly, after: test, effort: .live(budget: .milliseconds(30)))
            #expect(loss.cause == .hung, "\(loss)")
            #expect(start.duration(to: .now) >= .milliseconds(400))
            #expect(try tried.process.read(harmless).texts == ["harmless"])
            #expect(tried.process.counts.started == 2)
        }

        @Test func nothingIsAllowedInside() throws {
            let kinds = 11
            let loss = try Tried().loss(frame("x"), after: .misbehave(kinds: kinds))
            let outcomes = loss.description.split(separator: "[").last?.split(separator: "]").first?
                .split(separator: ",").compactMap { Int32($0.trimmingCharacters(in: .whitespaces)) }
            #expect(outcomes == Array(repeating: -EPERM, count: kinds), "\(loss)")
        }

        @Test func memoryIsLimited() throws {
            let loss = try Tried().loss(frame("x"), after: .allocate(megabytes: 4096))
            let got = loss.description.firstMatch(of: /allocated ([0-9]+) MiB/).flatMap { Int($0.1) }
            #expect(try #require(got, "\(loss)") < 1600)
        }

        @Test func hostileAnswersCostOneFrame() throws {
            func answer(_ json: String, sequence: UInt32) -> [UInt8] {
                Message(kind: .result, sequence: sequence, payload: Array(json.utf8)).bytes
            }
            let empty = "\"attempts\":[],\"faults\":[],\"engines\":[]"
            let corners =
                "\"corners\":{\"topLeft\":{\"x\":1e300,\"y\":0},\"topRight\":{\"x\":0,\"y\":0},"
                + "\"bottomRight\":{\"x\":0,\"y\":0},\"bottomLeft\":{\"x\":0,\"y\":0}}"
            let symbol = "{\"content\":{\"symbology\":\"qr-code\",\"identifier\":\"]Q1\",\"bytes\":[]},\(corners)}"
            let attempt = "{\"name\":\"x\",\"engine\":\"zbar\",\"found\":1,\"duration\":[9223372036854775807,0]}"
            let hostile: [[UInt8]] = [
                Array("garbage that is long enough for a header".utf8),
                Array(repeating: 0xFF, count: 4096),
                Array(answer("{}", sequence: 1).prefix(15)) + [0xFF],
                answer("{}", sequence: 1),
                answer("{\"symbols\":[],\(empty)}", sequence: 7),
                answer("{\"symbols\":[\(symbol)],\(empty)}", sequence: 1),
                answer(
                    "{\"symbols\":[],\"faults\":[],\"engines\":[],\"attempts\":[\(attempt),\(attempt)]}", sequence: 1),
                answer("{\"symbols\":" + String(repeating: "[", count: 20_000), sequence: 1),
                Message(kind: .ready, sequence: 1, payload: [0, 0, 0, 0]).bytes,
            ]
            for (number, bytes) in hostile.enumerated() {
                let tried = try Tried()
                let loss = try tried.loss(frame("x"), after: .say(bytes))
                #expect(loss.cause == .garbled, "\(number): \(loss)")
                #expect(try tried.process.read(frame("y")).texts == ["y"])
            }
        }

        @Test func anAnswerThatEndsEarlyIsAHang() throws {
            var patience = DecoderProcess.Patience()
            patience.live = .milliseconds(300)
            let tried = try Tried(patience: patience)
            #expect(try tried.process.read(frame("y")).texts == ["y"])
            let bytes = Message(kind: .result, sequence: 2, payload: Array(repeating: 0x20, count: 500_000)).bytes
            tried.process.nextTest = .say(Array(bytes.prefix(20)))
            #expect(try tried.loss(frame("x"), effort: .live(budget: .milliseconds(30))).cause == .hung)
        }

        @Test func aChildThatDiesIdleCostsNothing() throws {
            let tried = try Tried()
            #expect(try tried.process.read(frame("a")).texts == ["a"])
            let pid = try #require(tried.process.pid)
            kill(pid, SIGKILL)
            // Wait until it is dead, which closes its socket.
            while kill(pid, 0) == 0, !FileManager.default.isZombie(pid) { sched_yield() }
            #expect(try tried.process.read(frame("b")).texts == ["b"])
            #expect(tried.process.counts.lost == 0)
            #expect(tried.process.counts.started == 2)
            #expect(tried.log.count == 1)
            #expect(tried.log.first?.contains("signal 9,") == true)
        }

        @Test func twoHundredDeathsLeaveNothingBehind() throws {
            let before = try descriptors()
            var pids: Set<pid_t> = []
            try {
                let tried = try Tried()
                let pool = try FramePool(slots: 1)
                for number in 0..<200 {
                    if let pid = tried.process.pid { pids.insert(pid) }
                    // Read one frame in between, or the next would be delayed.
                    if number % 2 == 1 { _ = try tried.process.read(frame("ok", pool: pool)) }
                    let loss = try tried.loss(
                        frame([UInt8(number), 0, 0, 0], width: 2, height: 2, pool: pool), after: .signal(SIGKILL))
                    #expect(loss.cause == .died)
                }
                #expect(tried.process.counts.started == 201)
            }()
            // Concurrent tests have frame pools too, but two hundred crashes would leak two hundred.
            #expect(try abs(descriptors() - before) < 100)
            // Not by waitpid for any child: other suites wait for theirs.
            #expect(!pids.isEmpty)
            #expect(pids.allSatisfy { kill($0, 0) != 0 })
        }

        /// Descriptors of this process for memory that frames lie in.
        private func descriptors() throws -> Int {
            let folder = "/proc/self/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count {
                var buffer = [CChar](repeating: 0, count: 256)
                return readlink("\(folder)/\($0)", &buffer, 255) > 0 && String(cString: buffer).contains("memfd")
            }
        }

        @Test func theChildEndsWithItsParent() throws {
            // A thread plays the parent: the child dies with the thread that started it.
            // SAFETY: the thread writes both, and they are read only after it has ended.
            nonisolated(unsafe) var pid: Int32 = 0
            nonisolated(unsafe) var kept: Tried?
            let ended = DispatchSemaphore(value: 0)
            let thread = Thread {
                kept = try? Tried()
                if let frame = try? frame("a") { _ = try? kept?.process.read(frame) }
                pid = kept?.process.pid ?? 0
                ended.signal()
            }
            thread.start()
            ended.wait()
            #expect(pid > 0)
            while !FileManager.default.isZombie(pid) { usleep(1000) }
            #expect(try kept?.process.read(frame("b")).texts == ["b"])
            #expect(kept?.process.counts.lost == 0)
        }

        @Test func heldBackAfterManyDeathsOnlyWhenLive() throws {
            let tried = try Tried()
            for number in 0...Backoff.free {
                let deadly = try frame([UInt8(number), 1, 0, 0], width: 2, height: 2)
                #expect(try tried.loss(deadly, after: .signal(SIGKILL)).cause == .died)
            }
            #expect(tried.process.pid == nil)
            #expect(try tried.loss(frame("x"), effort: .live(budget: .milliseconds(30))).cause == .unavailable)
            // A picture waits until a child is running again.
            #expect(try tried.process.read(frame("x")).texts == ["x"])
        }
    }

    extension FileManager {
        /// Whether the process is a zombie or gone.
        fileprivate func isZombie(_ pid: Int32) -> Bool {
            guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return true }
            return stat.split(separator: ")").last?.split(separator: " ").first == "Z"
        }
    }
#endif
