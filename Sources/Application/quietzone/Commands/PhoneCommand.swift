import Services
import ArgumentParser
import Capture
import Files

struct PhoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "Scan full-screen with a phone's camera, without an app.",
        usage: "quietzone phone [<options>]",
        discussion: """
            Shows a QR Code. The phone's browser opens its address: a page that sends the camera's picture only to this program, over TLS. \
            The browser warns about the certificate, which is made at each start: compare its fingerprint with the one shown. The page is \
            served in the local network while the program runs, at one address with a secret part.

              quietzone phone
              quietzone phone --bind 192.168.1.5 --port 8443
              quietzone watch --source phone
            """)

    @Option(
        help: ArgumentHelp(
            "Serve the page on this address. Default: this machine's address in its private network.",
            valueName: "ADDRESS"))
    var bind: String?

    @Option(
        help: ArgumentHelp("Serve the page on this port. Default: any free port.", valueName: "PORT"),
        completion: .list(["8443"]))
    var port: Int?

    @Flag(name: .customLong("private"), help: "Save nothing: the history is discarded at the end.")
    var isPrivate = false

    @OptionGroup var keeping: KeepingArguments

    @OptionGroup var reading: ReadingOptions

    func run() throws {
        var program = reading.program(source: try PhoneBinding(address: bind, port: port ?? 0).source, format: nil)
        program.keeping = keeping.options(isPrivate: isPrivate)
        if program.settings.usesScreenReader {
            if keeping.type { throw UserError("Typing scans needs the full screen or `quietzone watch --type`") }
            program.warnings.forEach { Output.complain($0) }
            return ScreenReaderProgram(
                settings: program.settings, source: program.source, format: nil, keeping: program.keeping,
                sandbox: program.sandbox
            ).run()
        }
        program.makeTyping = { [keeping, settings = program.settings] in try keeping.typing(settings, complain: $0) }
        guard try program.run() else { throw ExitCode.trouble }
    }
}
