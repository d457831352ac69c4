import Files
import Foundation
import Frames
import Synchronization

/// What is remembered of one camera.
package struct CameraSettings: Hashable, Sendable, Codable {
    /// Values of controls that the user has set, by `CameraControl.key`; put back whenever the camera is opened.
    package var controls: [String: Int] = [:]
    /// The format that the user has chosen, as `CameraFormatRequest` reads it; nil for the default.
    package var format: String?
    /// Quarter turns clockwise by which its picture is shown; nil as it comes.
    package var quarterTurns: Int?
    /// Whether its picture is shown as in a mirror; nil as for any camera that faces that way.
    package var isMirrored: Bool?
    /// Whether focus is limited to near distances; nil when not.
    package var focusesNear: Bool?
    /// Whether its exposure is set for reading; nil when it is not.
    package var readsInLight: Bool?
    /// The interest box that was set last; nil for that of the settings.
    package var box: InterestBox?
    /// Whether symbols are read everywhere; nil when not.
    package var readsWhole: Bool?

    package init() {}

    /// Whether its picture is shown as in a mirror: as the user chose, else when it faces them.
    package func isMirrored(facesUser: Bool) -> Bool { isMirrored ?? facesUser }

    /// Stores the user's choice; the default for a camera that faces that way is not stored.
    ///
    /// - Parameter facesUser: nil if that is not known, which makes it a choice either way.
    package mutating func mirror(_ isMirrored: Bool, facesUser: Bool?) {
        self.isMirrored = isMirrored == facesUser ? nil : isMirrored
    }

    /// The valid part of a stored entry; what is missing or out of range is left out.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let stored = (try? values.decode([String: Int].self, forKey: .controls)) ?? [:]
        controls = Dictionary(
            uniqueKeysWithValues: stored.filter { !$0.key.isEmpty && $0.key.utf8.count <= 80 }
                .sorted { $0.key < $1.key }.prefix(CameraPreferences.maxControls).map { ($0.key, $0.value) })
        format = (try? values.decode(String.self, forKey: .format)).flatMap { $0.utf8.count <= 80 ? $0 : nil }
        quarterTurns = (try? values.decode(Int.self, forKey: .quarterTurns)).flatMap { 1...3 ~= $0 ? $0 : nil }
        isMirrored = try? values.decode(Bool.self, forKey: .isMirrored)
        focusesNear = (try? values.decode(Bool.self, forKey: .focusesNear)).flatMap { $0 ? true : nil }
        readsInLight = (try? values.decode(Bool.self, forKey: .readsInLight)).flatMap { $0 ? true : nil }
        box = try? values.decode(InterestBox.self, forKey: .box)
        readsWhole = (try? values.decode(Bool.self, forKey: .readsWhole)).flatMap { $0 ? true : nil }
    }
}

/// What is remembered of cameras from run to run.
package struct CameraPreferences: Hashable, Sendable, Codable {
    /// The stable name of the camera that the user chose last; nil when none was chosen.
    package var chosen: String?
    /// Remembered cameras, by their stable names.
    package var cameras: [String: CameraSettings] = [:]

    /// Maximum of cameras; a file that holds more is cut.
    package static let maxCameras = 64
    /// Maximum of controls of one camera.
    package static let maxControls = 128

    package init() {}

    /// Changes what is remembered of the camera called `name`; forgets it when nothing is left.
    package mutating func change(_ name: String, _ body: (inout CameraSettings) -> Void) {
        var settings = cameras[name] ?? CameraSettings()
        body(&settings)
        cameras[name] = settings == CameraSettings() ? nil : settings
    }

    /// The valid part of what was stored.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func isName(_ name: String) -> Bool { !name.isEmpty && name.utf8.count <= 255 && printable(name) == name }
        chosen = (try? values.decode(String.self, forKey: .chosen)).flatMap { isName($0) ? $0 : nil }
        let stored = (try? values.decode([String: CameraSettings].self, forKey: .cameras)) ?? [:]
        cameras = Dictionary(
            uniqueKeysWithValues: stored.filter { isName($0.key) }
                .sorted { $0.key < $1.key }.prefix(Self.maxCameras).map { ($0.key, $0.value) })
    }
}

/// The memory of cameras with its file; may be used from any thread.
///
/// A damaged file never prevents scanning: it counts as empty, `problem` says why,
/// and the next change replaces it.
package final class CameraPreferencesFile: Sendable {
    package let path: String
    /// Why the file could not be used, in one line; nil when it could.
    package let problem: String?

    private let memory: Mutex<CameraPreferences>
    /// A longer file was not written by this program.
    static let largest = 256 << 10

    /// Reads the file at `path`; a missing one is an empty memory.
    package init(at path: String) {
        self.path = path
        var read = CameraPreferences()
        var problem: String?
        if Folder.contains(path) {
            do {
                read = try Self.read(path)
            } catch {
                problem = "Saved camera settings (\(path)) cannot be read: the defaults are used."
            }
        }
        memory = Mutex(read)
        self.problem = problem
    }

    package var current: CameraPreferences { memory.withLock { $0 } }

    /// What is remembered of the camera called `name`.
    package func settings(of name: String) -> CameraSettings { current.cameras[name] ?? CameraSettings() }

    /// Changes the preferences and, if they differ then, rewrites the file.
    ///
    /// - Throws: `SourceError` when the file cannot be written; the change holds for this run nevertheless.
    package func change(_ body: (inout CameraPreferences) -> Void) throws(SourceError) { try changing(body)?() }

    /// Changes the preferences at once; what is returned rewrites the file, on any thread. Nil where nothing is another.
    package func changing(
        _ body: (inout CameraPreferences) -> Void
    ) -> (@Sendable () throws(SourceError) -> Void)? {
        let changed: CameraPreferences? = memory.withLock { memory in
            let before = memory
            body(&memory)
            return memory == before ? nil : memory
        }
        guard let changed else { return nil }
        return { () throws(SourceError) in try self.write(changed) }
    }

    /// Changes what is remembered of the camera called `name`; forgets it when nothing is left.
    package func change(_ name: String, _ body: (inout CameraSettings) -> Void) throws(SourceError) {
        try change { $0.change(name, body) }
    }

    private static func read(_ path: String) throws -> CameraPreferences {
        // Not a device or pipe that never ends, and not beyond the limit.
        let bytes = try FileBytes.beginning(of: path, count: largest + 1)
        guard bytes.count <= largest else { throw CocoaError(.fileReadTooLarge) }
        return try JSONDecoder().decode(CameraPreferences.self, from: Data(bytes))
    }

    private func write(_ changed: CameraPreferences) throws(SourceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let data = try encoder.encode(changed)
            guard Folder.make(Folder.parent(of: path) ?? "/") == 0 else { throw CocoaError(.fileWriteUnknown) }
            try AtomicFile.replace(path, with: Array(data))
        } catch {
            throw SourceError("Cameras cannot be remembered: \(path) cannot be written.")
        }
    }
}
