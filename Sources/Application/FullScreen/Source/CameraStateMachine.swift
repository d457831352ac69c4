import Capture
import Frames

/// Which camera is in use and how, as a value: what has happened goes in, what is to be done comes out.
///
///     for action in machine.step(.switchWanted(camera, isChoice: true)) { perform(action) }
///
/// A switch risks nothing: the one in use streams on until the other surely does, and only where there is no room for
/// both is it the other way round. A change of the format risks nothing either: one that brings no picture gives way to
/// the one before.
struct CameraStateMachine {
    /// Whether there is a session, and what it has come to.
    enum State: Hashable {
        /// There is none: it was not begun yet, or could not be.
        case stopped
        /// Its source is being opened, or has brought no picture yet.
        case opening
        case streaming
        /// Its source was lost and is opened again and again.
        case interrupted
        /// It has ended, and another follows when its camera has let go.
        case releasing
        /// Its camera was let go to make room, and another is being opened.
        case switching
    }

    /// A switch to another camera that is under way.
    struct Switch: Hashable {
        /// Tells what comes of this switch from what comes of one that was given up.
        let number: Int
        /// Where it goes.
        let camera: CameraDevice
        /// Whether the camera is chosen for the next run, too.
        let isChoice: Bool
        /// Whether the camera in use was let go because there was no room for both.
        var hasLetGo = false
        /// When it was asked for.
        let begun: ContinuousClock.Instant
    }

    /// What has happened.
    enum Event {
        /// A camera is wanted; `isChoice` where the user said so, and the next run begins with it.
        case switchWanted(CameraDevice, isChoice: Bool, at: ContinuousClock.Instant)
        case sourceWanted
        /// The camera of a switch streams.
        case opened(number: Int)
        /// The camera of a switch cannot be opened; `isContention` where the one in use may be in its way.
        case refused(number: Int, reason: SourceError, isContention: Bool)
        case formatWanted(CameraFormatRequest)
        case pictureCame
        /// The session's source was lost.
        case interrupted(SourceError)
        /// All events of the session were taken: what they ask for can be done.
        case newsTaken
        /// A session was begun, or could not be.
        case sessionBegan
        case startFailed
        /// All cameras that were waited for have let go.
        case released
        /// The program is about to be stopped (Ctrl-Z).
        case suspended
        /// A session is wanted: the program has begun, or goes on and had given its camera free.
        case sessionWanted
    }

    /// What is to be done, in this order.
    enum Action: Hashable {
        /// Ends the session; its camera lets go by itself.
        case endSession
        /// Sends `released` when the cameras of the sessions that have ended since the last switch have let go.
        case awaitRelease
        /// Begins a session with the source in use.
        case startSession
        /// Takes the source that is wanted and no camera, and begins a session with it.
        case takeSource
        /// Opens a camera beside the one in use, and sends `opened` or `refused`.
        case open(Switch)
        /// Takes the camera that this switch has opened as the source, and begins a session with it.
        case take(Switch)
        /// Says that a switch has failed.
        case reportRefusal(SourceError)
        case useFormat(CameraFormatRequest)
        case keepFormat(CameraFormatRequest)
        /// Asks for the format before this one again, and says why.
        case restoreFormat(CameraFormatRequest, because: SourceError)
        case reportOpening(CameraDevice)
    }

    private(set) var state = State.stopped
    private(set) var switching: Switch?
    /// The format that was asked for and has not brought a picture yet.
    private(set) var newFormat: CameraFormatRequest?
    /// Why that cannot be had; nil as long as nothing is wrong.
    private var formatFailure: SourceError?
    /// Whether the last session had lost its source, or could not be begun: no picture shows what worked.
    private var isLost = false
    private var switchCount = 0

    /// Takes an event; what follows from it.
    mutating func step(_ event: Event) -> [Action] {
        switch event {
        case .switchWanted(let camera, let isChoice, let time): return begin(camera, isChoice, time)
        case .sourceWanted: return takeSource()
        case .opened(let number): return opened(number)
        case .refused(let number, let reason, let isContention):
            guard switching?.number == number else { return [] }
            return refused(reason, isContention: isContention)
        case .formatWanted(let request): return change(to: request)
        case .pictureCame:
            // What a session that has ended still had is not a sign of the next.
            guard hasSession else { return [] }
            (state, isLost) = (.streaming, false)
            guard let request = newFormat else { return [] }
            (newFormat, formatFailure) = (nil, nil)
            return [.keepFormat(request)]
        case .interrupted(let error):
            guard hasSession else { return [] }
            (state, isLost) = (.interrupted, true)
            if newFormat != nil { formatFailure = error }
            return []
        case .newsTaken:
            guard let request = newFormat, let failure = formatFailure else { return [] }
            (newFormat, formatFailure) = (nil, nil)
            return restart(.restoreFormat(request, because: failure))
        case .sessionBegan:
            (state, isLost) = (.opening, false)
            return []
        case .startFailed:
            (state, isLost) = (.stopped, true)
            return []
        case .released:
            guard state == .releasing else { return [] }
            if let switching, switching.hasLetGo {
                state = .switching
                return [.open(switching)]
            }
            state = .opening
            return [.startSession]
        case .suspended:
            switching = nil
            return []
        case .sessionWanted:
            state = .opening
            return [.startSession]
        }
    }

    /// No camera has to let go before it.
    private mutating func takeSource() -> [Action] {
        let ends = hasSession
        (switching, newFormat, formatFailure) = (nil, nil, nil)
        state = .releasing
        return (ends ? [.endSession] : []) + [.takeSource]
    }

    private mutating func opened(_ number: Int) -> [Action] {
        guard let opened = switching, opened.number == number else { return [] }
        switching = nil
        (newFormat, formatFailure) = (nil, nil)
        let ends = hasSession
        // What the former session still brings is not the new one's.
        state = .releasing
        return (ends ? [.endSession] : []) + [.take(opened)]
    }

    /// Whether there is a session, be it that its source is not open.
    private var hasSession: Bool { [.opening, .streaming, .interrupted].contains(state) }

    private mutating func begin(
        _ camera: CameraDevice, _ isChoice: Bool, _ time: ContinuousClock.Instant
    ) -> [Action] {
        guard isChoice || switching?.camera.name != camera.name else { return [] }
        switchCount += 1
        let next = Switch(
            number: switchCount, camera: camera, isChoice: isChoice, hasLetGo: switching?.hasLetGo ?? false, begun: time
        )
        switching = next
        // A camera that is letting go is followed by the newest choice.
        let isSoon = next.hasLetGo && state == .releasing
        return [.reportOpening(camera)] + (isSoon ? [] : [.open(next)])
    }

    /// Once more without the one in use, where that may be the reason; else the one in use stays.
    private mutating func refused(_ reason: SourceError, isContention: Bool) -> [Action] {
        if isContention, hasSession, switching?.hasLetGo == false {
            switching?.hasLetGo = true
            state = .releasing
            return [.endSession, .awaitRelease]
        }
        switching = nil
        guard state == .stopped || state == .switching else { return [.reportRefusal(reason)] }
        state = .opening
        return [.startSession, .reportRefusal(reason)]
    }

    private mutating func change(to request: CameraFormatRequest) -> [Action] {
        // One that brings no picture either is nothing to go back to.
        let canGoBack = newFormat != nil || !isLost
        (newFormat, formatFailure) = canGoBack ? (request, nil) : (nil, nil)
        return restart(.useFormat(request), canGoBack ? nil : .keepFormat(request))
    }

    /// Ends the session, does `changes`, and begins another when the camera has let go.
    private mutating func restart(_ changes: Action?...) -> [Action] {
        // A switch for which the camera in use was let go is given up: that one is taken again.
        if switching?.hasLetGo == true { switching = nil }
        let ends = hasSession
        state = .releasing
        return (ends ? [.endSession] : []) + changes.compactMap(\.self) + [.awaitRelease]
    }
}
