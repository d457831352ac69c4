import Services
import ArgumentParser
import Composing
import Files
import Foundation

/// What a code is to say, as fields of a form: `--payload wifi --ssid Home --password -`.
struct PayloadOptions: ParsableArguments {
    @Option(
        name: .customLong("payload"),
        help: ArgumentHelp(
            "Compose the content from a form: wifi, contact, url and others. --list-payloads lists them.",
            valueName: "FORM"),
        completion: .list(PayloadForm.all.map(\.id)))
    var form: String?

    @Flag(help: "List the forms of --payload, and the options of each.")
    var listPayloads = false

    @Flag(help: "With --payload wifi: use the current network (asks before using its password).")
    var fromNetwork = false

    @Flag(help: "With --from-network: use the password without asking.")
    var yes = false

    @Option(
        help: ArgumentHelp("Read the password from the first line of a file.", valueName: "FILE"), completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp("Read the secret from the first line of a file.", valueName: "FILE"), completion: .file())
    var secretFile: String?

    @OptionGroup(title: "Fields of --payload", visibility: Self.visibilityOfFields) var fields: FormOptions

    /// Help would be long with them, and --list-payloads shows which form has which; shells complete what is not hidden.
    private static var visibilityOfFields: ArgumentVisibility {
        let makesScript = CommandLine.arguments.contains { $0.hasPrefix("--generate-completion-script") }
        return makesScript ? .default : .hidden
    }

    /// - Throws: `ValidationError` for a form that there is not, and options that are none of it.
    func validate() throws {
        var given = Set(fields.values.keys)
        if passwordFile != nil { given.insert("password") }
        if secretFile != nil { given.insert("secret") }
        guard let form else {
            if let id = given.min() {
                throw ValidationError("--\(id) requires --payload: see `quietzone make --list-payloads`")
            }
            if fromNetwork || yes {
                throw ValidationError("--\(fromNetwork ? "from-network" : "yes") requires --payload wifi")
            }
            return
        }
        guard let form = PayloadForm.named(form) else {
            throw ValidationError("unknown form \(form): `quietzone make --list-payloads` lists all")
        }
        let ids = Set(form.fields.map(\.id))
        if let id = given.subtracting(ids).min() {
            throw ValidationError(
                "--\(id) is not an option of --payload \(form.id), which takes \(form.fields.map { "--" + $0.id }.joined(separator: ", "))"
            )
        }
        if fromNetwork, form.id != "wifi" { throw ValidationError("--from-network requires --payload wifi") }
        if yes, !fromNetwork { throw ValidationError("--yes requires --from-network") }
        for field in form.fields where field.control == .secret {
            guard fields.values[field.id].map({ $0 == "-" }) ?? true else {
                throw ValidationError(
                    "arguments are visible to all users: use --\(field.id) - and type it, or --\(field.id)-file FILE"
                )
            }
        }
    }

    /// The content that the form composes, and the form; nil if none is asked for.
    ///
    /// - Throws: `UserError`, one line.
    func composed() throws -> (form: PayloadForm, content: ComposedContent)? {
        guard let form = form.flatMap(PayloadForm.named) else { return nil }
        var values = try entered(in: form)
        while true {
            let problem: FormError
            do throws(FormError) {
                return (form, try form.compose(values, readFile: Self.read))
            } catch {
                problem = error
            }
            // What is missing only because it must not be an argument is asked for.
            guard let field = form.fields.first(where: { $0.id == problem.field }), field.control == .secret,
                values[field.id] == nil, isatty(STDIN_FILENO) == 1
            else { throw UserError((problem.field.map { "--\($0): " } ?? "") + problem.reason) }
            values[field.id] = try SecretInput.ask(field.label)
        }
    }

    private func entered(in form: PayloadForm) throws -> [String: String] {
        var values = fromNetwork ? try networkInUse() : [:]
        for (id, value) in fields.values { values[id] = try Self.text(value, of: id, in: form) }
        for (id, path) in [("password", passwordFile), ("secret", secretFile)] {
            guard let path else { continue }
            values[id] = try SecretInput.file(path, form.label(of: id))
        }
        return values
    }

    /// An argument as text: what is a path stays what the system has, and a secret is read.
    private static func text(_ value: String, of id: String, in form: PayloadForm) throws -> String {
        switch form.fields.first(where: { $0.id == id })?.control {
        case .path: return value
        case .secret: return try SecretInput.standardInput(form.label(of: id))
        default:
            guard let text = String(validating: value.fileNameBytes, as: UTF8.self) else {
                throw UserError("--\(id): not valid UTF-8")
            }
            return text
        }
    }

    private func networkInUse() throws -> [String: String] {
        let network = try NetworkInUse.current()
        var values = network.values
        guard values["security"] != "none", fields.password == nil, passwordFile == nil else { return values }
        let name = (values["ssid"] ?? "").onOneMarkedLine
        if !yes {
            guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
                throw UserError(
                    "the code would contain the password of \(name): use --yes, or enter another with --password -")
            }
            FileHandle.standardError.write(Data("Put the password of \(name) into the code? [y/N] ".utf8))
            guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
                throw UserError("nothing made: enter another password with --password -, or use --security none")
            }
        }
        values["password"] = try network.password()
        return values
    }

    private static func read(_ path: String) throws(FormError) -> [UInt8] {
        do {
            return try InputBytes.read(path)
        } catch {
            throw FormError("file", "\(error)")
        }
    }
}

extension PayloadForm {
    fileprivate func label(of id: String) -> String { fields.first { $0.id == id }?.label ?? id }
}
