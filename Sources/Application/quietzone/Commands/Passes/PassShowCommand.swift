import Files
import Services
import ArgumentParser
import Foundation
import Passes

struct PassShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a pass: front, code, back, files and signature.",
        discussion: """
            FILE is a pass (.pkpass) or a bundle of passes (.pkpasses). Nothing in it is opened or fetched.

            Exit status: 0 shown, 1 it contains no pass, 2 an error occurred.
            """)

    @Option(help: ArgumentHelp("Show texts in this language of the pass, such as de.", valueName: "LANGUAGE"))
    var language: String?

    @OptionGroup var trust: PassTrustOptions

    @Argument(help: ArgumentHelp("The pass, or - for standard input.", valueName: "FILE"), completion: .file())
    var file: String

    func run() throws {
        let passes = try PassInput.passes(file)
        let roots = try trust.roots
        var isShown = true
        for (index, pass) in passes.enumerated() {
            if index > 0 { Output.line("") }
            if passes.count > 1 { Output.line(fromSymbol: pass.name) }
            let check = PassCheck(pass.bytes, roots: roots, at: Date())
            if let language, let package = check.package, !package.languages.contains(language) {
                let known = package.languages.joined(separator: ", ")
                Output.complain("it has no language \(language)\(known.isEmpty ? "" : ": use \(known)")")
            }
            let drawing = PassDrawing(check, language: language, columns: Output.terminalColumns ?? 100)
            let front = drawing.pass(isTerminal: Output.isTerminal)
            isShown = isShown && !front.isEmpty
            PassOutput().write(front + (front.isEmpty ? [] : [.text("")]) + drawing.verdict)
        }
        if !isShown { throw ExitCode.nothingRead }
    }
}

/// A file of passes, or standard input.
enum PassInput {
    /// The passes of a file by their names: one, or those of a bundle.
    ///
    /// - Throws: `UserError` where it cannot be read.
    static func passes(_ path: String) throws -> [(name: String, bytes: [UInt8])] {
        let bytes = try InputBytes.read(path, most: PassPackage.maximumBytes, what: "no pass is that large")
        let name = path == "-" ? "standard input" : path
        return try PassFile.passes(in: bytes, named: name)
    }
}
