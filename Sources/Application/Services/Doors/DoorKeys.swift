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
        /// Of those who sign tickets of others.
        package var trusted = TrustedKeys()
        /// A line for each file that is none.
        package var problems: [String] = []
        /// How often it was read.
        package var reading = 0
    }

    private struct State {
        var held: Held
        var stamps: [Stamp] = []
        var isTrusting: Bool?
    }

    /// What tells a file that was changed.
    private struct Stamp: Equatable {
        var name: String
        var seconds, nanoseconds, size: Int
        var inode: UInt64
        var mode: UInt32
    }

    private let state: Mutex<State>
    private let folders: (own: String, trusted: String)?

    /// Keys that stay as they are.
    package init(_ ring: TicketKeyRing, trusted: TrustedKeys = TrustedKeys()) {
        state = Mutex(State(held: Held(ring: ring, trusted: trusted)))
        folders = nil
    }

    /// Keys of folders; none where there is no such folder.
    ///
    /// - Parameters:
    ///   - own: of this program's tickets.
    ///   - trusted: of others; read only for events that let in tickets which they sign.
    package init(folder own: String, trusted: String) {
        state = Mutex(State(held: Held(ring: TicketKeyRing())))
        folders = (own, trusted)
    }

    /// The keys as they are now, for an event.
    package func current(for event: DoorEvent) -> Held {
        guard let folders else { return state.withLock(\.held) }
        let isTrusting = !event.foreign.isDisjoint(with: ForeignTicket.signed)
        let stamps = Self.stamps(folders.own) + (isTrusting ? Self.stamps(folders.trusted) : [])
        return state.withLock { state in
            if state.isTrusting != isTrusting || state.stamps != stamps {
                (state.isTrusting, state.stamps) = (isTrusting, stamps)
                let (ring, problems) = TicketKeyRing.read(folder: folders.own)
                state.held.ring = ring
                state.held.problems = problems
                if isTrusting {
                    let (trusted, problems) = TrustedKeys.read([folders.trusted])
                    state.held.trusted = trusted
                    state.held.problems += problems
                    if trusted.keys.isEmpty {
                        state.held.problems.append("there is no key of others in \(folders.trusted.onOneMarkedLine)")
                    }
                }
                state.held.reading += 1
            }
            return state.held
        }
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
