import Services
import Artwork
import Composing
import Encoding
import Files
import Formats
import Foundation
import History
import Payloads
import Screens
import Surface

extension Command {
    static let makeCode = Command("make-code")
}

/// Making codes.
extension Feature {
    static let making = Feature(
        "Making codes",
        contexts: [.making],
        [
            FeatureCommand(
                .makeCode, .everywhere, [.control("n")], "Make a code: what it says is typed, and the code is shown"
            ) { $0.openMaking() },
            FeatureCommand(
                onScreen: .makeAgain, .on([.scanner, .history, .scan]), [.control("r")],
                "Make the code of the selected scan again"),
            FeatureCommand(
                onScreen: .back, .on([.making]), [.escape], label: "back",
                "Go back to the screen before; what is typed is there again the next time"),
            FeatureCommand(
                onScreen: .useCode, .on([.making]), [.enter], label: "use it",
                "Save, copy, print the code, or show it on the whole window"),
            FeatureCommand(
                onScreen: .saveCode, .on([.making]), [.control("s")], label: "save",
                "Save the code to a file; its ending says how: PNG, SVG, PDF, EPS, text"),
            FeatureCommand(
                onScreen: .copyCode, .on([.making]), [.control("y")], label: "copy",
                "Copy the code as text to the terminal's clipboard (OSC 52)"),
            FeatureCommand(
                onScreen: .printCode, .on([.making]), [.control("p")], label: "print",
                "Print the code on sheets or rolls of labels, or a series of such codes"),
            FeatureCommand(
                onScreen: .enlargeCode, .on([.making]), [.control("f")], label: "large",
                "Show the code on the whole window, for a phone to read"),
            FeatureCommand(
                onScreen: .fillIn, .on([.making]), [.control("g")], label: "fill in",
                "Fill in the Wi-Fi network in use, or an identifier of GS1"),
            FeatureCommand(
                onScreen: .revealTyped, .on([.making]), [.control("t")], "Show or mask the passwords that are typed"),
            FeatureCommand(
                onScreen: .madeBefore, .on([.making]), [.control("o")], label: "made before",
                "Make a code again that was made before"),
            FeatureCommand(
                onScreen: .emptyForm, .on([.making]), [.control("x")], label: "empty", "Empty the form"),
        ])
}

extension ScannerApp {
    /// Shows the Make screen as it was left.
    func openMaking(_ screen: MakeScreen? = nil) {
        display.stack.showMaking(screen)
        display.stack.changeMaking { $0.opening }.forEach(perform)
        display.needsDrawing = true
    }

    /// Does what the Make screen asks for.
    func perform(_ effect: MakingEffect) throws {
        switch effect {
        case .preview(let request): preview(request)
        case .clear:
            making.wanted = nil
            model.making = nil
        case .askSaving(let request): askSaving(request)
        case .save(let request, let path, let overwrite): save(request, to: path, overwrite: overwrite)
        case .copyText(let request): try copyText(request)
        case .copyPicture(let request): copyPicture(request)
        case .showLarge(let request): try showLarge(request)
        case .print(let request): openPrinting(.code(request.source), kind: request.kind, options: request.options)
        case .askMade: askMade()
        case .again(let id): try makeAgain(id)
        case .askNetwork: askNetwork()
        case .useNetwork(let withPassword): useNetwork(withPassword: withPassword)
        case .askIdentifier: askIdentifier()
        case .insert(let text): display.stack.changeMaking { $0.paste(text) ?? [] }.forEach(perform)
        case .scan(let id): try remake(scan: id)
        }
    }

    // MARK: - Out

    private func askSaving(_ request: MakeRequest) {
        let endings = ArtworkFormat.all.map { ".\($0.name)" }.joined(separator: ", ")
        display.stack.ask(
            Prompt(
                title: "Save the code", hint: "The ending says how: \(endings). \(SaveTarget.hint)",
                text: SaveTarget.free("\(request.kind).png", in: ".")
            ) { [.making(.save(request, path: $0, overwrite: false))] })
    }

    private func save(_ request: MakeRequest, to typed: String, overwrite: Bool) {
        let path = SaveTarget.resolved(typed, name: "\(request.kind).png")
        if !overwrite, Folder.contains(path) {
            let effect = Effect.making(.save(request, path: path, overwrite: true))
            return display.stack.ask(.overwriting(path, by: effect), aboutAnswer: true)
        }
        do {
            guard let format = ArtworkFormat.ofFile(path) else {
                let names = ArtworkFormat.all.map { ".\($0.name)" }.joined(separator: ", ")
                throw Trouble("The name ends in none of \(names)")
            }
            let symbol = try CodeMaking.symbol(request, by: making.maker)
            let bytes = try format.draw(symbol, request.style)
            try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
            display.stack.acceptAnswer()
            show(Notice("Saved to \(SaveTarget.shown(path))"))
            keepMade(request, symbol)
        } catch {
            rejectAnswer(error)
        }
    }

    private func copyText(_ request: MakeRequest) throws {
        let symbol = try CodeMaking.symbol(request, by: making.maker)
        let lines = try TextBlocks(symbol).lines
        let text = lines.joined(separator: "\n") + "\n"
        let copied = display.terminal.copy(base64: Data(text.utf8).base64EncodedString())
        show(
            copied
                ? Notice("The code is on the terminal's clipboard, as text")
                : Notice("Too long for the clipboard: save it instead", isWarning: true))
        if copied { keepMade(request, symbol) }
    }

    private func copyPicture(_ request: MakeRequest) {
        let maker = making.maker
        jobs.run {
            let symbol = try CodeMaking.symbol(request, by: maker)
            try PictureClipboard.copy(png: try ArtworkFormat.named("png")?.draw(symbol, request.style) ?? [])
            return symbol
        } then: { [self] (result: Result<MadeSymbol, any Error>) in
            switch result {
            case .success(let symbol):
                show(Notice("The code is on the desktop's clipboard, as a picture"))
                keepMade(request, symbol)
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    private func showLarge(_ request: MakeRequest) throws {
        let symbol = try CodeMaking.symbol(request, by: making.maker)
        let title = " \(CodeMaking.payload(of: symbol).summary)"
        display.stack.push(CodeScreen(title: title, modules: CodeMaking.modules(symbol)))
        keepMade(request, symbol)
    }

    // MARK: - What was made before

    /// Keeps what went out, unless such contents are not kept.
    func keepMade(_ request: MakeRequest, _ symbol: MadeSymbol) {
        let payload = CodeMaking.payload(of: symbol)
        guard !settings.leavesOut.contains(payload.kind.rawValue) else { return }
        let (history, code) = (records.history, MadeCode(request, payload))
        jobs.run {
            try history.keep(code)
        } then: { [self] (result: Result<Void, any Error>) in
            if case .failure(let error) = result {
                show(Notice("What was made is not kept: \(error)", isWarning: true))
            }
        }
    }

    private func askMade() {
        let history = records.history
        jobs.run {
            try history.madeCodes()
        } then: { [self] (result: Result<[MadeCode], any Error>) in
            switch result {
            case .success(let codes) where codes.isEmpty:
                show(Notice("Nothing was made yet: what is saved, copied or shown large is listed here"))
            case .success(let codes):
                let options = codes.map { code in
                    let kind = SymbolKind.named(code.kind)?.title ?? code.kind
                    return Pick.Option(
                        String(code.id), code.summary, detail: "\(kind), \(display.appearance.moment(code.time))")
                }
                display.stack.ask(
                    Pick(title: "Make again", options: options) { id in
                        Int64(id).map { [.making(.again(id: $0))] } ?? []
                    })
                display.needsDrawing = true
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    private func makeAgain(_ id: Int64) throws {
        guard let code = try records.history.madeCode(id) else { throw Trouble("This code is no longer listed") }
        openMaking(MakeScreen(code.request))
    }

    private func remake(scan id: Int64) throws {
        guard let entry = try records.history.entry(id) else { throw Trouble("This scan is no longer in the history") }
        openMaking(MakeScreen(try MakeRequest(of: entry.scan.symbol.content)))
    }

    // MARK: - Filling in

    private func askNetwork() {
        display.stack.ask(
            Pick(
                title: "The Wi-Fi network in use",
                options: [
                    .init("password", "With its password", detail: "it is asked of the system, and stands in the code"),
                    .init("name", "Without its password"),
                ]
            ) { [.making(.useNetwork(withPassword: $0 == "password"))] })
    }

    private func useNetwork(withPassword: Bool) {
        jobs.run {
            let network = try NetworkInUse.current()
            guard withPassword, let password = try network.password() else { return network.values }
            return network.values.merging(["password": password]) { $1 }
        } then: { [self] (result: Result<[String: String], any Error>) in
            switch result {
            case .success(let values):
                display.stack.changeMaking { $0.enter(values, form: "wifi") }.forEach(perform)
                display.needsDrawing = true
            case .failure(let error): show(Notice("\(error)", isWarning: true))
            }
        }
    }

    private func askIdentifier() {
        display.stack.ask(
            Pick(
                title: "Identifiers of GS1", hint: "Typing finds one by its number or name.",
                options: GS1IdentifierEntry.all.map {
                    Pick.Option($0.number, "(\($0.number)) \($0.title)", detail: $0.format)
                }
            ) { [.making(.insert("(\($0))"))] })
    }
}
