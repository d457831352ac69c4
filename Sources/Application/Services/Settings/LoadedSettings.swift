import Charsets
import Config
import Decoding
import Files
import Foundation
import Payloads
import Preview
import Surface

extension Settings {
    /// The user's settings, or the defaults where there is no file; what is wrong in it keeps its default.
    ///
    /// - Parameters:
    ///   - commands: those that keys can be set for.
    ///   - isBrief: whether the line has no room for the path of the file; default false.
    ///   - warn: takes a line for the first thing wrong; `quietzone config check` shows all of them.
    package static func load(
        commands: CommandTable, isBrief: Bool = false, warn: (String) -> Void = { Output.complain($0) }
    ) -> Settings {
        let text: String
        do {
            text = try userFile() ?? ""
        } catch {
            warn("\(error): the defaults apply")
            return readByThisBuild("", commands: commands).settings
        }
        let (settings, problems) = readByThisBuild(text, commands: commands)
        Programs.withhold(settings.destinations.compactMap(\.secretVariable))
        if let first = problems.first {
            let place = isBrief ? briefPlace(of: first) : place(of: first)
            warn(place + warning(first, others: problems.count - 1))
        }
        return settings
    }

    /// What a problem means, and what to do, behind its place.
    package static func warning(_ problem: SettingsProblem, others: Int) -> String {
        if problem.isOfWholeFile {
            let loss = problem.file == nil ? "all defaults apply" : "this theme is not available"
            return "\(problem.text). Until this is fixed, \(loss)"
        }
        let more = others > 0 ? "; `quietzone config check` lists \(others) more" : ""
        return "\(problem.text); the default applies until this is fixed\(more)"
    }

    /// Where `problem` is, as compilers write it: `PATH:3: `.
    ///
    /// - Parameter path: the settings file; the user's own by default.
    package static func place(of problem: SettingsProblem, in path: String = Paths.settings) -> String {
        let path = problem.file.map { "\(Folder.parent(of: path) ?? "/")/\($0)" } ?? path
        return "\(path):\(problem.line.map { "\($0):" } ?? "") "
    }

    /// The same for people, without the folder: `config.toml, line 3: `.
    package static func briefPlace(of problem: SettingsProblem) -> String {
        "\(problem.file ?? "config.toml")\(problem.line.map { ", line \($0)" } ?? ""): "
    }

    /// The folder that config.toml lies in.
    package static var folder: String { Folder.parent(of: Paths.settings) ?? "/" }

    /// What `text` sets; a symbology that this build does not read is a problem, and so are an unknown charset and renderer.
    ///
    /// - Parameters:
    ///   - commands: those that keys can be set for.
    ///   - folder: where the folder of the user's themes is.
    package static func readByThisBuild(
        _ text: String, commands: CommandTable, folder: String = folder
    ) -> (settings: Settings, problems: [SettingsProblem]) {
        let themes = ThemeFiles.read(in: folder + "/themes")
        var (settings, problems) = read(
            text, commands: commands, symbologies: SymbologySupport.readable, previews: PreviewRenderers.names,
            themeFiles: themes.texts, kinds: PayloadKind.all.map(\.rawValue), charset: TextDecoding.charsetName)
        settings.lookup.logins = Paths.logins
        return (settings, problems + themes.problems)
    }

    /// The text of the user's settings file; nil if there is none.
    package static func userFile(at path: String = Paths.settings) throws -> String? {
        guard Folder.contains(path) else { return nil }
        // Not blocking: a FIFO would be waited for.
        let file = open(path.fileSystemPath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw UserError("\(path): \(String(cString: strerror(errno))): check its permissions") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UserError("\(path) is not a regular file: move it away, or use a regular file")
        }
        let data: Data
        do {
            // Nil at the end of the file: an empty one.
            data = try handle.read(upToCount: Settings.largestFile + 1) ?? Data()
        } catch {
            throw UserError("\(path) cannot be read: check the disk it is on")
        }
        guard data.count <= Settings.largestFile, let text = String(data: data, encoding: .utf8) else {
            throw UserError("\(path) is not a settings file: use UTF-8 text of at most 1 MiB")
        }
        return text
    }
}

extension ReaderOptions {
    package init(_ settings: Settings) {
        self.init()
        if let only = settings.readsOnly { symbologies = only }
        minimumITFDigits = settings.minimumITFDigits
        minimumCodabarCharacters = settings.minimumCodabarCharacters
        checksCode39 = settings.checksCode39
        charset = settings.charset
    }
}
