import Services
import ArgumentParser
import Cryptography
import Files
import Formats
import Foundation
import Passes

struct PassCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check whether Wallet accepts passes: files, signature, certificates, keys.",
        discussion: """
            FILE is a pass (.pkpass) or a bundle of passes (.pkpasses). Each problem is reported on a line; cautions are about things \
            that Wallet accepts but does not show as intended.

            Exit status: 0 Wallet accepts all (with --root: except for their root), 1 it rejects some, 2 an error occurred.
            """)

    @Flag(help: "Print a JSON object for each pass.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print nothing; only set the exit status.")
    var quiet = false

    @OptionGroup var trust: PassTrustOptions

    @Argument(help: ArgumentHelp("The passes, or - for standard input.", valueName: "FILE"), completion: .file())
    var files: [String]

    func run() throws {
        let roots = try trust.roots
        let output = PassOutput()
        var (isAccepted, hasFailed) = (true, false)
        for file in files {
            do {
                let passes = try PassInput.passes(file)
                if passes.count > PassBundle.maximumPasses {
                    isAccepted = false
                    if !quiet {
                        Output.complain(
                            "\(file.onOneMarkedLine): a bundle of \(passes.count) passes, but iOS accepts at most \(PassBundle.maximumPasses): divide it"
                        )
                    }
                }
                for pass in passes {
                    let check = PassCheck(pass.bytes, roots: roots, at: Date())
                    isAccepted = isAccepted && check.isAccepted
                    let name = pass.name == file || file == "-" ? pass.name : "\(file)/\(pass.name)"
                    if quiet { continue }
                    if json {
                        Output.line(fromSymbol: Self.record(check, name).text)
                    } else {
                        Self.tell(check, name, output)
                    }
                }
            } catch let trouble as UserError {
                Output.complain(trouble.description)
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode.trouble }
        if !isAccepted { throw ExitCode.nothingRead }
    }

    private static func tell(_ check: PassCheck, _ name: String, _ output: PassOutput) {
        let name = name.onOneMarkedLine
        for problem in check.problems {
            output.write([problem.isError ? .wrong("\(name): \(problem)") : .caution("\(name): caution: \(problem)")])
        }
        if !check.isAccepted {
            output.write([.wrong("\(name): rejected")])
        } else if check.hasApplesRoot {
            output.write([.right("\(name): valid")])
        } else {
            output.write([.caution("\(name): valid, except that its root certificate is not Apple's")])
        }
    }

    private static func record(_ check: PassCheck, _ name: String) -> JSONValue {
        let problems = check.problems.map { problem -> JSONValue in
            [
                "kind": .string(problem.kind.rawValue), "place": .string(problem.place),
                "words": .string(problem.words), "error": .bool(problem.isError),
            ]
        }
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        let certificates = (check.chain?.certificates ?? []).map { certificate -> JSONValue in
            [
                "subject": .string(certificate.subject.title),
                "from": .string(Timestamp(certificate.validity.lowerBound).description),
                "until": .string(Timestamp(certificate.validity.upperBound).description),
                "sha256": .string(certificate.fingerprint().hexadecimal),
            ]
        }
        return [
            "file": .string(name.withVisibleBytes), "accepted": .bool(check.isAccepted),
            "style": text(check.pass?.style?.rawValue), "passTypeIdentifier": text(check.pass?.passTypeIdentifier),
            "serialNumber": text(check.pass?.serialNumber),
            "signed": text(check.signature?.signingTime.map { Timestamp($0).description }),
            "certificates": .array(certificates), "problems": .array(problems),
        ]
    }
}
