import Services
import ArgumentParser
import Files
import Glibc
import Passes

struct PassNewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a template folder: a commented pass.toml, and icons.",
        discussion: "Existing files are never overwritten.")

    @Option(
        help: ArgumentHelp(
            "The style of the passes: \(PassStyle.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "STYLE"),
        completion: .list(PassStyle.allCases.map(\.rawValue)))
    var style = PassStyle.eventTicket

    @Argument(help: ArgumentHelp("The folder, created if missing.", valueName: "FOLDER"), completion: .directory)
    var folder: String

    func run() throws {
        let files = NewPassTemplate.files(style)
        for name in files.keys.sorted() where Folder.contains("\(folder)/\(name)") {
            throw UserError("\(folder.onOneMarkedLine)/\(name) already exists: name another folder")
        }
        for name in files.keys.sorted() {
            let path = "\(folder)/\(name)"
            let code = Folder.make(Folder.parent(of: path) ?? folder)
            guard code == 0 else { throw Self.trouble(path, code) }
            do throws(AtomicFile.WriteError) {
                try AtomicFile.replace(path, with: files[name] ?? [], permissions: 0o644)
            } catch {
                throw Self.trouble(path, error.code)
            }
        }
        Output.line(
            fromSymbol:
                "\(folder.onOneMarkedLine)/\(PassTemplate.fileName) is a template: edit it, then run `quietzone pass sign`"
        )
    }

    private static func trouble(_ path: String, _ code: Int32) -> UserError {
        UserError("\(path.onOneMarkedLine) cannot be written: \(String(cString: strerror(code)))")
    }
}

extension PassStyle: ExpressibleByArgument {}
