import Doors
import Files
import Glibc
import Synchronization
import Tickets

/// The keys that a door checks tickets with: those of given values, or of the folders of keys, which are looked at before each
/// ticket and read again when a file was changed, so that a key that ends or is taken away ends at every door that is open.
package final class DoorKeys: Sendable {
    /// What was read.
    package struct Held: Sendable {
        /// Of this program's tickets.
        package var ring: TicketKeyRing
        /// Of those who sign third-party tickets.
        package var trusted = TrustedKeys()
        /// A line for each file that is none.
        package var problems: [String] = []
        /// Which reading it is of: a later one has a higher number, and what stays as it is has 0.
        package var reading = 0
    }

    /// What the keys are read from. Both are told whether the keys of those who sign third-party tickets are wanted as well.
    struct Source: Sendable {
        /// How the files look now.
        var stamps: @Sendable (_ isTrusting: Bool) -> [Stamp]
        /// Reads them.
        var read: @Sendable (_ isTrusting: Bool) -> Held
    }

    /// What tells a file that was changed.
    struct Stamp: Equatable, Sendable {
        var name: String
        var seconds, nanoseconds, size: Int
        var inode: UInt64
        var mode: UInt32
    }

    private struct State {
        var held: Held
        var stamps: [Stamp] = []
        var isTrusting: Bool?
        /// How often somebody began to look at the files, and which of these looks found what is held.
        var looks = 0, look = 0
    }

    /// Held for no longer than it takes to compare: reading files may take long.
    private let state: Mutex<State>
    private let source: Source?

    /// Keys that stay as they are.
    package init(_ ring: TicketKeyRing, trusted: TrustedKeys = TrustedKeys()) {
        state = Mutex(State(held: Held(ring: ring, trusted: trusted)))
        source = nil
    }

    /// Keys of folders; none if there is no such folder.
    ///
    /// - Parameters:
    ///   - own: of this program's tickets.
    ///   - trusted: of others; read only for events that let in tickets which they sign.
    package convenience init(folder own: String, trusted: String) {
        self.init(
            of: Source(
                stamps: { DoorKeys.stamps(own) + ($0 ? DoorKeys.stamps(trusted) : []) },
                read: { DoorKeys.read(own, trusted: $0 ? trusted : nil) }))
    }

    init(of source: Source) {
        state = Mutex(State(held: Held(ring: TicketKeyRing())))
        self.source = source
    }

    /// The keys as they are now, for an event.
    package func current(for event: DoorEvent) -> Held {
        guard let source else { return state.withLock { $0.held } }
        let isTrusting = !event.foreign.isDisjoint(with: ForeignTicket.signed)
        let look = state.withLock { state in
            state.looks += 1
            return state.looks
        }
        let stamps = source.stamps(isTrusting)
        let known: Held? = state.withLock { state in
            guard state.isTrusting == isTrusting, state.stamps == stamps else { return nil }
            state.look = max(state.look, look)
            return state.held
        }
        if let known { return known }
        var read = source.read(isTrusting)
        read.reading = look
        let held = read
        return state.withLock { state in
            // Who began to look later has newer ones.
            guard look > state.look else { return state.isTrusting == isTrusting ? state.held : held }
            (state.held, state.stamps, state.isTrusting, state.look) = (held, stamps, isTrusting, look)
            return held
        }
    }

    /// - Parameter trusted: the folder of the foreign keys; nil if they are not wanted.
    private static func read(_ own: String, trusted: String?) -> Held {
        let (ring, problems) = TicketKeyRing.read(folder: own)
        var held = Held(ring: ring, problems: problems)
        guard let trusted else { return held }
        let (keys, others) = TrustedKeys.read([trusted])
        held.trusted = keys
        held.problems += others
        if keys.keys.isEmpty { held.problems.append("there is no third-party key in \(trusted.onOneMarkedLine)") }
        return held
    }

    /// Of a folder's files, and of those in the folders within.
    private static func stamps(_ folder: String, depth: Int = 0) -> [Stamp] {
        var stamps: [Stamp] = []
        for (name, isFolder) in (Folder.entries(in: folder) ?? []).sorted(by: { $0.name < $1.name }) {
            let path = folder + "/" + name
            if isFolder {
                if depth == 0 { stamps += Self.stamps(path, depth: 1) }
                continue
            }
            var status = stat()
            guard stat(path.fileSystemPath, &status) == 0 else { continue }
            stamps.append(
                Stamp(
                    name: path, seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec,
                    size: Int(status.st_size), inode: UInt64(status.st_ino), mode: UInt32(status.st_mode)))
        }
        return stamps
    }
}
