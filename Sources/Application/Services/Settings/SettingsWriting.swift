import Config
import Files
import Foundation
import Surface

/// Writing the user's settings file: whole or not at all, through links, and only what reads well.
package enum SettingsWriting {
    /// What came of a change.
    package struct Outcome: Sendable {
        /// The file as it is now.
        package var text: String
        package var settings: Settings
        package var problems: [SettingsProblem]
        /// Whether somebody else has changed the file since it was shown: nothing was written then.
        package var isOutdated = false
    }

    /// Makes `edit` of the file, unless it is another than the one that was `shown`.
    ///
    /// - Throws: a line that says why not; the file is as before then.
    package static func change(
        _ id: SettingID, shown: String, at path: String = Paths.settings, commands: CommandTable,
        by edit: (SettingsDocument) throws -> String
    ) throws -> Outcome {
        let current = try Settings.userFile(at: path) ?? ""
        let before = Settings.readByThisBuild(current, commands: commands)
        guard current == shown else {
            return Outcome(text: current, settings: before.settings, problems: before.problems, isOutdated: true)
        }
        let changed = try edit(try SettingsDocument(current))
        let after = Settings.readByThisBuild(changed, commands: commands)
        if let problem = newProblem(id, before.problems, after.problems) { throw UserError(problem) }
        if changed != current { try replace(path, with: changed) }
        return Outcome(text: changed, settings: after.settings, problems: after.problems)
    }

    /// What is wrong with the setting now, or with another that was right before.
    private static func newProblem(_ id: SettingID, _ before: [SettingsProblem], _ after: [SettingsProblem]) -> String?
    {
        let known = Set(before.map(\.description))
        let own = after.first { $0.description.hasPrefix("\(id): ") }
        guard let problem = own ?? after.first(where: { !known.contains($0.description) }) else { return nil }
        let reason = own == nil ? problem.description : String(problem.description.dropFirst("\(id): ".count))
        return reason.prefix(1).uppercased() + reason.dropFirst()
    }

    /// Puts `text` into the file that `path` leads to; a link stays a link, and the file keeps its permissions.
    private static func replace(_ path: String, with text: String) throws {
        let folder = Folder.parent(of: path) ?? "/"
        guard Folder.make(folder) == 0 else { throw UserError("\(folder) cannot be created: check its permissions") }
        let target = try target(of: path)
        var status = stat()
        let permissions = stat(target.fileSystemPath, &status) == 0 ? status.st_mode & 0o7777 : 0o600
        do {
            try AtomicFile.replace(target, with: Array(text.utf8), permissions: permissions, isDurable: true)
        } catch {
            throw UserError("\(SaveTarget.shown(target)) cannot be written: \(String(cString: strerror(error.code)))")
        }
    }

    /// The file itself, where `path` is a link to it.
    private static func target(of path: String) throws -> String {
        var status = stat()
        guard lstat(path.fileSystemPath, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
        guard let resolved = Folder.resolved(path) else {
            throw UserError("\(SaveTarget.shown(path)) is a broken link: remove it, or create the file")
        }
        return resolved
    }
}
