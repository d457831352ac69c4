import ArgumentParser
import Artwork
import Config
import Encoding
import Files
import Foundation
import Glibc
import Lookup
import Services

struct ProviderLoginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in to a provider that requires it (Discogs).",
        discussion: """
            Asks for the consumer key and secret of an application that you have created at Discogs, shows an address where you \
            allow access, also as a QR Code for a phone, and asks for the code that the page shows. In a pipe the three answers are lines \
            of \
            standard input. The login is stored in $XDG_DATA_HOME/quietzone/logins, readable only by you.
            """)

    @Option(help: ArgumentHelp("Sign requests with hmac-sha1 or plaintext.", valueName: "METHOD"))
    var signature = "hmac-sha1"

    @Argument(help: ArgumentHelp("The provider.", valueName: "NAME"))
    var name: String

    func run() throws {
        let provider = try ProviderChange.provider(name, in: ProviderChange.providers(Settings.load()))
        guard provider.about.hasLogin else {
            throw UserError("\(name) needs no login" + (provider.about.secret.map { ": it needs \($0)" } ?? ""))
        }
        if Answers.areTyped {
            Output.line("Create an application at \(DiscogsLogin.keysPage), and enter its consumer key and secret.")
        }
        var login = try DiscogsLogin(provider, version: programName, signature: signature)
        let page = try login.begin(
            key: try Answers.line("Consumer key"), secret: try Answers.secret("Consumer secret"))
        Output.line("Open this page, allow access, and enter the code that it shows:")
        Output.line(fromSymbol: page)
        if Answers.areTyped {
            show(page)
            // Whoever says no has a phone, or another browser.
            do { try PageOpening.offer(page) } catch let error as UserError { Output.line(error.description) }
        }
        let secret = try login.finish(code: try Answers.line("Code"))
        let path = Paths.logins + "/" + name
        // The folder's own error shows when the file cannot be written.
        _ = Folder.make(Paths.logins)
        do {
            try AtomicFile.replace(path, with: Array((secret + "\n").utf8), isDurable: true)
        } catch {
            throw UserError("\(path.onOneLine) cannot be written: \(String(cString: strerror(error.code)))")
        }
        // What waits for the login need not wait for the end of a pause.
        try? Lookups.engine(Settings.load()).retryNow()
        Output.line("Logged in at \(provider.about.title)")
        if !ProviderChange.providers(Settings.load()).on.contains(where: { $0.name == name }) {
            Output.complain("\(name) is off: `quietzone providers enable \(name)` switches it on")
        }
    }

    /// Shows an address as a QR Code, where it fits.
    private func show(_ page: String) {
        guard Output.isTerminal, let kind = SymbolKind.named("qr-code"),
            let symbol = try? SymbolEncoder().make(SymbolSource(text: page, bytes: Array(page.utf8)), as: kind)
        else { return }
        let room = Output.terminalSize
        guard let lines = try? TextBlocks(symbol, columns: room?.columns, rows: room?.rows).terminalLines else {
            return
        }
        Output.write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}

struct ProviderLogoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out of a provider.",
        discussion: "To revoke access there as well, use the provider's website.")

    @Argument(help: ArgumentHelp("The provider.", valueName: "NAME"))
    var name: String

    func run() throws {
        _ = try ProviderChange.provider(name, in: ProviderChange.providers(Settings.load()))
        guard unlink("\(Paths.logins)/\(name)".fileSystemPath) == 0 else {
            guard errno == ENOENT else {
                throw UserError("the login cannot be removed: \(String(cString: strerror(errno)))")
            }
            return Output.line("You are not logged in at \(name)")
        }
        Output.line("Logged out of \(name)")
    }
}

/// What is typed, or stands in lines of standard input.
private enum Answers {
    static var areTyped: Bool { isatty(STDIN_FILENO) == 1 }

    static func line(_ label: String) throws -> String {
        if areTyped { Output.write(Array("\(label): ".utf8)) }
        guard let line = readLine()?.trimmingCharacters(in: .whitespaces), !line.isEmpty else {
            throw UserError("\(label): nothing was entered")
        }
        return line
    }

    static func secret(_ label: String) throws -> String { areTyped ? try SecretInput.ask(label) : try line(label) }
}
