import Foundation
import Frames
import Scanning
import Symbols
import Synchronization
import Testing

@Suite struct ScanSessionTests {
    /// Runs a session over sources, one for each opening, until it ends or `isEnough` is true.
    private func events(
        of sources: [[ScriptedSource.Step]], options: ScanSession.Options = .init(),
        keep: ScanRetryQueue.Keeper? = nil, album: Album? = nil,
        until isEnough: ([ScanSession.Event], ScanSession) -> Bool = { _, _ in false }
    ) throws -> [ScanSession.Event] {
        let bell = try Doorbell()
        var options = options
        if let keep {
            let queue = ScanRetryQueue(keep: keep)
            options.consumers.append(queue)
            if let album { options.consumers.append(ScanSnapshots(of: queue) { album.picture(of: $0.sequence) }) }
        }
        let session = try ScanSession(options: options, doorbell: bell)
        let left = Mutex(sources)
        try session.start { () throws(SourceError) in
            guard let next = left.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                throw SourceError("nothing left to open")
            }
            return ScriptedSource(next)
        }
        var events: [ScanSession.Event] = []
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            _ = bell.wait(milliseconds: 100)
            bell.clear()
            events += session.drainEvents()
            _ = session.takePreview()
            if case .ended? = events.last { break }
            if isEnough(events, session) { break }
        }
        session.stop()
        return events + session.drainEvents()
    }

    /// The events of a session until it ends, for at most a minute.
    private func eventsUntilTheEnd(of session: ScanSession, _ bell: Doorbell) -> [ScanSession.Event] {
        var events: [ScanSession.Event] = []
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            _ = bell.wait(milliseconds: 100)
            bell.clear()
            events += session.drainEvents()
            if case .ended? = events.last { break }
        }
        return events
    }

    private func texts(_ events: [ScanSession.Event]) -> [String] {
        events.compactMap { event in
            switch event {
            case .scan(let scan, .kept), .scan(let scan, .seen), .scan(let scan, .waiting): scan.symbol.content.text
            default: nil
            }
        }
    }

    @Test func eachSymbolIsReportedOnceAndTheEndComesLast() throws {
        let steps: [ScriptedSource.Step] = [
            .frame([]), .frame(["one"]), .frame(["one", "two"]), .frame(["one", "two"]), .frame([]),
        ]
        let events = try events(of: [steps])
        #expect(texts(events) == ["one", "two"])
        guard case .streaming(let format)? = events.first, case .ended(nil)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(format.encoding == "TEST")
    }

    @Test func theSameContentTwiceInViewIsTwoScans() throws {
        #expect(try texts(events(of: [[.frame(["twin", "twin"]), .frame(["twin", "twin"])]])) == ["twin", "twin"])
    }

    @Test func scansThatAreKeptAreLinkedToThePictureOfTheirFrame() throws {
        let album = Album()
        let count = Mutex<Int64>(0)
        let steps: [ScriptedSource.Step] = [
            .frame([]), .frame(["a", "b"]), .frame(["a", "b"]), .frame(["c", "full"]),
        ]
        _ = try events(
            of: [steps],
            keep: { scan in
                if scan.symbol.content.text == "full" { throw SourceError("the disk is full") }
                return count.withLock { count in
                    count += 1
                    return .kept(id: count)
                }
            }, album: album)
        #expect(album.links == [.init(sequence: 1, ids: [1, 2]), .init(sequence: 3, ids: [3])])
    }

    @Test func aScanThatIsKeptLaterIsLinkedToThePictureOfItsFrame() throws {
        let album = Album()
        let tries = Mutex(0)
        _ = try events(
            of: [[.frame([]), .frame(["a", "b"]), .frame(["a", "b", "c"]), .hang]],
            keep: { _ in
                try tries.withLock {
                    $0 += 1
                    if $0 == 1 { throw SourceError("the disk is full") }
                    return .kept(id: Int64($0))
                }
            }, album: album,
            until: { events, _ in
                events.filter { if case .scan(_, .keptLater) = $0 { true } else { false } }.count == 3
            })
        // After "a" could not be stored, nothing is tried for a while: all three wait, each with its picture.
        #expect(
            album.links == [.init(sequence: 1, ids: [2]), .init(sequence: 1, ids: [3]), .init(sequence: 2, ids: [4])])
        #expect(album.held == 0)
    }

    @Test func aScanIsKeptBeforeItIsReported() throws {
        let kept = Mutex<[String]>([])
        let events = try events(
            of: [[.frame(["a"]), .frame(["a", "b"])]],
            keep: { scan in
                kept.withLock {
                    $0.append(scan.symbol.content.text ?? "")
                    return .kept(id: Int64($0.count))
                }
            })
        let ids = events.compactMap { event -> Int64? in
            if case .scan(_, .kept(let id)) = event { id } else { nil }
        }
        #expect(ids == [1, 2])
        #expect(kept.withLock { $0 } == ["a", "b"])
    }

    @Test func aFailingHistoryIsReportedAndScanningGoesOn() throws {
        struct DiskFull: Error, CustomStringConvertible { let description = "the disk is full" }
        let events = try events(of: [[.frame(["a"]), .frame(["a", "b"])]], keep: { _ in throw DiskFull() })
        let reasons = events.compactMap { event -> String? in
            if case .scan(_, .waiting(let reason)) = event { reason } else { nil }
        }
        #expect(reasons == ["the disk is full", "the disk is full"])
    }

    @Test func onlyTheInterestBoxIsRead() throws {
        var options = ScanSession.Options()
        options.interestBox = InterestBox(x: 0.5, y: 0, width: 0.5, height: 1)
        #expect(try texts(events(of: [[.frame(["left", "right"])]], options: options)) == ["right"])
    }

    @Test func aSourceThatFailsIsOpenedAgain() throws {
        var options = ScanSession.Options()
        options.reopens = true
        let events = try events(
            of: [[.frame(["one"]), .fail("unplugged")], [.fail("still gone")], [.frame(["one", "two"]), .hang]],
            options: options, until: { events, _ in texts(events).contains("two") })
        let reasons = events.compactMap { event -> String? in
            if case .interrupted(let error) = event { error.description } else { nil }
        }
        #expect(reasons == ["unplugged", "still gone"])
        // A symbol that returns shortly after the interruption is not a new scan.
        #expect(texts(events) == ["one", "two"])
    }

    @Test func anInvitationIsToldAndNothingIsInViewUntilFramesCome() throws {
        let events = try events(of: [[.invite, .frame(["one"]), .invite, .frame(["one", "two"])]])
        let invitations = events.count { if case .invitation(.some) = $0 { true } else { false } }
        #expect(invitations == 2)
        #expect(texts(events) == ["one", "two"])
    }

    @Test func withoutReopeningAFailureIsTheEnd() throws {
        let events = try events(of: [[.frame(["one"]), .fail("broken")]])
        guard case .ended(let error?)? = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(error.description == "broken")
        #expect(texts(events) == ["one"])
    }

    @Test func stillsAreReadOnceForEachPicture() throws {
        var options = ScanSession.Options()
        options.readsStills = true
        options.tracker.isStills = true
        let steps: [ScriptedSource.Step] = [
            .frame(["same"], origin: "a.png"), .frame(["same"], origin: "b.png"), .frame([], origin: "c.png"),
        ]
        let events = try events(of: [steps], options: options)
        let sources = events.compactMap { event -> String? in
            if case .scan(let scan, .seen) = event { scan.source } else { nil }
        }
        #expect(sources == ["a.png", "b.png"])
    }

    @Test func scansCarryTheirSourceHoweverSoonItEnds() throws {
        for _ in 0..<20 {
            let events = try events(of: [[.frame(["one"])]])
            let names = events.compactMap { event -> String? in
                if case .scan(let scan, .seen) = event { scan.source } else { nil }
            }
            #expect(names == ["scripted"])
        }
    }

    @Test func aScanThatCouldNotBeKeptIsKeptLater() throws {
        struct DiskFull: Error {}
        let tries = Mutex(0)
        let events = try events(
            of: [[.frame(["a"]), .hang]],
            keep: { _ in
                try tries.withLock {
                    $0 += 1
                    if $0 < 2 { throw DiskFull() }
                    return .kept(id: Int64($0))
                }
            },
            until: { events, _ in
                if case .scan(_, .keptLater)? = events.last { true } else { false }
            })
        #expect(texts(events) == ["a"])
        guard
            case .scan(_, .keptLater(id: 2))? = events.last(where: {
                if case .scan(_, .keptLater) = $0 { true } else { false }
            })
        else {
            Issue.record("\(events)")
            return
        }
    }

    @Test func theSessionAfterRemembersWhatWasInView() throws {
        let bell = try Doorbell()
        var former: Tracker?
        var all: [String] = []
        for _ in 0..<2 {
            var options = ScanSession.Options()
            options.formerTracker = former
            let session = try ScanSession(options: options, doorbell: bell)
            try session.start { () throws(SourceError) in ScriptedSource([.frame(["one"]), .frame(["one"])]) }
            let events = eventsUntilTheEnd(of: session, bell)
            session.stop()
            former = session.tracker
            all += texts(events)
        }
        #expect(all == ["one"])
    }

    @Test func aFrozenSessionReadsNothing() throws {
        let bell = try Doorbell()
        let session = try ScanSession(options: .init(), doorbell: bell)
        session.setFrozen(true)
        try session.start { () throws(SourceError) in ScriptedSource([.frame(["one"]), .frame(["one"])]) }
        let events = eventsUntilTheEnd(of: session, bell)
        #expect(texts(events).isEmpty)
        #expect(session.view.decodedFrames == 0)
    }

    @Test func stoppingLeavesNoThreadAndNoDescriptor() throws {
        func count(_ folder: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
        }
        _ = try events(of: [[.hang]], until: { _, _ in true })
        let before = count("/proc/self/fd")
        for _ in 0..<50 {
            let session = try ScanSession(options: .init(), doorbell: Doorbell())
            try session.start { () throws(SourceError) in ScriptedSource([.frame(["x"]), .hang]) }
            session.stop()
            session.stop()
        }
        // Concurrent tests open files too, but a leak would be at least one for each round.
        #expect(count("/proc/self/fd") < before + 40)
    }
}
