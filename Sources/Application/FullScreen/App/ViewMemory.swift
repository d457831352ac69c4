import Config
import Files
import Foundation
import Screens

/// What the user chose by keys of how things are shown, remembered from run to run.
///
/// What is a setting as well is remembered with the setting that it was chosen over: when config.toml says something else since, that
/// counts, and the choice is forgotten.
struct ViewMemory: Hashable, Sendable {
    /// A choice, and what the settings said then.
    struct Choice<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
        var chosen: Value
        var setting: Value
    }

    /// The renderer of the picture, by its name.
    var preview: Choice<String>?
    /// Whether the picture has the camera's colours.
    var colour: Choice<Bool>?
    /// Whether the status line has developers' figures.
    var figures: Choice<Bool>?
    var columns: Choice<[HistoryColumn]>?
    var panes = ScannerPanes()

    /// What is chosen where the settings say `setting`.
    static func value<Value>(_ choice: Choice<Value>?, setting: Value) -> Value {
        choice.flatMap { $0.setting == setting ? $0.chosen : nil } ?? setting
    }

    /// The choice that makes `value` of `setting`; nil if none is needed.
    static func choice<Value>(_ value: Value, over setting: Value) -> Choice<Value>? {
        value == setting ? nil : Choice(chosen: value, setting: setting)
    }
}

extension ViewMemory: Codable {
    private enum PaneKeys: String, CodingKey { case history, lastScan, sideShare, belowShare }

    /// The valid part of what was stored.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        preview = (try? values.decode(Choice<String>.self, forKey: .preview)).flatMap { choice in
            [choice.chosen, choice.setting].allSatisfy { $0.utf8.count <= 80 } ? choice : nil
        }
        colour = try? values.decode(Choice<Bool>.self, forKey: .colour)
        figures = try? values.decode(Choice<Bool>.self, forKey: .figures)
        columns = (try? values.decode(Choice<[HistoryColumn]>.self, forKey: .columns)).flatMap { choice in
            [choice.chosen, choice.setting].allSatisfy(HistoryColumn.areColumns) ? choice : nil
        }
        guard let stored = try? values.nestedContainer(keyedBy: PaneKeys.self, forKey: .panes) else { return }
        func share(_ key: PaneKeys) -> Double? {
            (try? stored.decode(Double.self, forKey: key)).flatMap { 0...1 ~= $0 ? $0 : nil }
        }
        panes = ScannerPanes(
            history: (try? stored.decode(Bool.self, forKey: .history)) ?? true,
            lastScan: (try? stored.decode(Bool.self, forKey: .lastScan)) ?? true,
            sideShare: share(.sideShare), belowShare: share(.belowShare))
    }
}

/// The memory of the view with its file. A damaged file counts as empty: `problem` says so, and the next change replaces it.
final class ViewMemoryFile {
    /// What is remembered now.
    private(set) var current: ViewMemory
    /// Why the file could not be used, in one line; nil when it could.
    let problem: String?

    private let path: String
    /// A folder on another machine may take its time: no key waits for it.
    private let queue = DispatchQueue(label: "quietzone.view")
    /// A longer file was not written by this program.
    private static let largest = 64 << 10

    /// Reads the file at `path`; a missing one is an empty memory.
    init(at path: String) {
        self.path = path
        do throws(RegularFile.ReadError) {
            let bytes = try RegularFile.read(path, atMost: Self.largest + 1)
            let memory = try? JSONDecoder().decode(ViewMemory.self, from: Data(bytes))
            let isRead = bytes.count <= Self.largest && memory != nil
            current = (isRead ? memory : nil) ?? ViewMemory()
            problem = isRead ? nil : "The saved view (\(path)) cannot be read: the defaults are used"
        } catch {
            current = ViewMemory()
            problem =
                error == .error(ENOENT) ? nil : "The saved view (\(path)) cannot be read"
        }
    }

    /// Changes the memory and, if it differs then, rewrites the file beside the loop.
    func change(_ body: (inout ViewMemory) -> Void) {
        let before = current
        body(&current)
        guard current != before else { return }
        queue.async { [path, memory = current] in
            do {
                try Self.write(memory, to: path)
            } catch {
                LogFile.write("the view cannot be saved: \(path) cannot be written")
            }
        }
    }

    /// Waits for what is being written, but not for ever.
    func finish() { queue.finish(within: .seconds(1)) }

    private static func write(_ memory: ViewMemory, to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let bytes = Array(try encoder.encode(memory))
        guard Folder.make(Folder.parent(of: path) ?? "/") == 0 else { throw CocoaError(.fileWriteUnknown) }
        try AtomicFile.replace(path, with: bytes)
    }
}
