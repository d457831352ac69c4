@testable import FullScreen
import Capture
import Frames
import Testing

@Suite struct CameraStateMachineTests {
    private typealias Machine = CameraStateMachine

    private static let time = ContinuousClock.now
    private static let reason = SourceError("/dev/video2 is in use by cheese.")

    private static func camera(_ name: String) -> CameraDevice {
        CameraDevice(name: name, title: name, node: "/dev/" + name, path: "/dev/" + name)
    }

    /// A machine that streams from some camera.
    private func streaming() -> Machine {
        var machine = Machine()
        #expect(machine.step(.sessionWanted) == [.startSession])
        #expect(machine.step(.pictureCame) == [])
        return machine
    }

    /// Requests a camera; returns the switch to open, if any.
    private func want(
        _ name: String, isChoice: Bool = true, _ machine: inout Machine
    ) -> Machine.Switch? {
        let actions = machine.step(.switchWanted(Self.camera(name), isChoice: isChoice, at: Self.time))
        guard case .open(let wanted)? = actions.last else { return nil }
        return wanted
    }

    @Test func aSourceThatIsNoCameraWaitsForNone() throws {
        var machine = streaming()
        let given = try #require(want("b", &machine))
        #expect(machine.step(.sourceWanted) == [.endSession, .takeSource])
        #expect(machine.step(.sessionBegan) == [])
        #expect(machine.step(.opened(number: given.number)) == [], "the switch was given up")
        #expect(machine.step(.pictureCame) == [])
        #expect(machine.state == .streaming)
        // Where the one before could not even be begun.
        var stopped = Machine()
        #expect(stopped.step(.sourceWanted) == [.takeSource])
    }

    @Test func aSwitchTakesTheOtherCameraWhenItStreams() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        #expect(machine.state == .streaming, "the one in use goes on")
        #expect(machine.step(.opened(number: wanted.number)) == [.endSession, .take(wanted)])
        #expect(machine.step(.pictureCame) == [])
        #expect(machine.state == .releasing, "the former session had one more picture")
        #expect(machine.step(.sessionBegan) == [])
        #expect(machine.state == .opening)
        #expect(machine.switching == nil)
    }

    @Test func ofTwoSwitchesTheLaterCounts() throws {
        var machine = streaming()
        let first = try #require(want("b", &machine))
        let second = try #require(want("c", &machine))
        #expect(machine.step(.opened(number: first.number)) == [])
        #expect(machine.step(.refused(number: first.number, reason: Self.reason, isContention: true)) == [])
        #expect(machine.step(.opened(number: second.number)) == [.endSession, .take(second)])
    }

    @Test func aCameraThatCameBackIsNotAskedForTwice() {
        var machine = streaming()
        #expect(want("b", isChoice: false, &machine) != nil)
        #expect(want("b", isChoice: false, &machine) == nil)
        #expect(want("b", isChoice: true, &machine) != nil, "a key is")
    }

    @Test func aRefusedSwitchChangesNothing() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        let actions = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: false))
        #expect(actions == [.reportRefusal(Self.reason)])
        #expect(machine.state == .streaming)
    }

    @Test func whereThereIsNoRoomForBothTheOneInUseIsLetGoFirst() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        let actions = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: true))
        #expect(actions == [.endSession, .awaitRelease])
        var again = wanted
        again.hasLetGo = true
        #expect(machine.step(.released) == [.open(again)])
        #expect(machine.state == .switching)
        #expect(machine.step(.opened(number: wanted.number)) == [.take(again)])
    }

    @Test func aSwitchThatFailsWithoutTheOtherBringsTheFormerBack() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        _ = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: true))
        _ = machine.step(.released)
        let actions = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: true))
        #expect(actions == [.startSession, .reportRefusal(Self.reason)])
        #expect(machine.state == .opening)
    }

    @Test func anotherChoiceWhileOneLetsGoWaitsForThat() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        _ = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: true))
        #expect(want("c", &machine) == nil, "not before the release")
        guard case .open(let next)? = machine.step(.released).first else {
            Issue.record("nothing is opened")
            return
        }
        #expect(next.camera.name == "c")
        #expect(next.hasLetGo)
    }

    @Test func aFormatIsKeptWhenItBringsAPicture() {
        var machine = streaming()
        let request = CameraFormatRequest(.low)
        #expect(machine.step(.formatWanted(request)) == [.endSession, .useFormat(request), .awaitRelease])
        #expect(machine.newFormat == request)
        #expect(machine.step(.pictureCame) == [], "the former session had one more")
        #expect(machine.step(.released) == [.startSession])
        #expect(machine.step(.pictureCame) == [.keepFormat(request)])
        #expect(machine.newFormat == nil)
    }

    @Test func aFormatThatBringsNoneGivesWayToTheOneBefore() {
        var machine = streaming()
        let request = CameraFormatRequest(.photo)
        _ = machine.step(.formatWanted(request))
        _ = machine.step(.released)
        #expect(machine.step(.interrupted(Self.reason)) == [])
        #expect(
            machine.step(.newsTaken) == [.endSession, .restoreFormat(request, because: Self.reason), .awaitRelease])
        #expect(machine.step(.released) == [.startSession])
        #expect(machine.step(.newsTaken) == [])
    }

    @Test func whereNothingStreamsAFormatIsKeptAtOnce() {
        var machine = streaming()
        _ = machine.step(.interrupted(Self.reason))
        let request = CameraFormatRequest(.low)
        #expect(
            machine.step(.formatWanted(request)) == [
                .endSession, .useFormat(request), .keepFormat(request), .awaitRelease,
            ])
        #expect(machine.newFormat == nil)
    }

    @Test func asLongAsTheCameraIsLostEachFormatIsKeptAtOnce() {
        var machine = streaming()
        _ = machine.step(.interrupted(Self.reason))
        _ = machine.step(.formatWanted(CameraFormatRequest(.low)))
        let request = CameraFormatRequest(.photo)
        #expect(machine.step(.formatWanted(request)) == [.useFormat(request), .keepFormat(request), .awaitRelease])
        #expect(machine.newFormat == nil)
    }

    @Test func aFormatGivesUpASwitchThatHasLetTheCameraGo() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        _ = machine.step(.refused(number: wanted.number, reason: Self.reason, isContention: true))
        _ = machine.step(.released)
        let request = CameraFormatRequest(.low)
        #expect(machine.step(.formatWanted(request)) == [.useFormat(request), .awaitRelease])
        #expect(machine.step(.opened(number: wanted.number)) == [], "it is let go again")
        #expect(machine.step(.released) == [.startSession])
    }

    @Test func aSwitchThatArrivesDuringAReleaseGoesFirst() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        _ = machine.step(.formatWanted(CameraFormatRequest(.low)))
        #expect(machine.step(.opened(number: wanted.number)) == [.take(wanted)])
        #expect(machine.step(.sessionBegan) == [])
        #expect(machine.step(.released) == [], "nobody waits for it any more")
        #expect(machine.newFormat == nil)
    }

    @Test func aStoppedProgramForgetsASwitchAndBeginsAnew() throws {
        var machine = streaming()
        let wanted = try #require(want("b", &machine))
        #expect(machine.step(.suspended) == [])
        #expect(machine.step(.sessionWanted) == [.startSession])
        #expect(machine.step(.opened(number: wanted.number)) == [])
    }

    @Test func aSourceThatCannotBeOpenedLeavesRoomForOthers() throws {
        var machine = Machine()
        _ = machine.step(.sessionWanted)
        #expect(machine.step(.startFailed) == [])
        #expect(machine.state == .stopped)
        let wanted = try #require(want("b", &machine))
        #expect(machine.step(.opened(number: wanted.number)) == [.take(wanted)])
    }

    /// For events in any order: no session starts before the previous one has ended, and only a running session is ended.
    @Test func anyOrderOfEventsKeepsOneSession() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var machine = Machine()
            var sessions = 0
            var number = 0
            for _ in 0..<60 {
                let events: [Machine.Event] = [
                    .switchWanted(
                        Self.camera("abc".randomElement().map(String.init) ?? "a"), isChoice: true, at: Self.time),
                    .opened(number: number), .refused(number: number, reason: Self.reason, isContention: Bool.random()),
                    .formatWanted(CameraFormatRequest(.low)), .pictureCame, .interrupted(Self.reason), .newsTaken,
                    .released,
                ]
                let event =
                    sessions == 0 && machine.state == .stopped ? .sessionWanted : events.randomElement(using: &random)
                for action in machine.step(event ?? .newsTaken) {
                    switch action {
                    case .startSession, .take:
                        sessions += 1
                        _ = machine.step(.sessionBegan)
                    case .endSession: sessions -= 1
                    case .open(let wanted): number = wanted.number
                    default: break
                    }
                    #expect((0...1).contains(sessions), "\(event.map { "\($0)" } ?? "")")
                }
            }
        }
    }
}
