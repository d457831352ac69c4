import Artwork
import Composing
import Encoding
import Files
import Formats
import Foundation
import History
import Payloads
import Screens
import Services
import Surface
import Verification

extension Command {
    static let makeCode = Command("make-code")
}

/// Making codes.
final class MakingFeature: FeatureBase, Feature {
    static let purpose = "Making codes"
    static let contexts: [KeyContext] = [.making]
    static let commands: [FeatureCommand<MakingFeature>] = [
        FeatureCommand(
            .makeCode, .everywhere, [.control("n")], "Make a code"
        ) { $0.openMaking() }.opening(.making).inMenu("Make a code").found(by: "create generate barcode wifi"),
        FeatureCommand(
            onScreen: .makeAgain, [.scanner, .history, .scan], [.control("r")],
            "Make this code again"),
        FeatureCommand(
            onScreen: .back, [.making], [.escape], label: "back",
            "Go back; the form keeps its text"),
        FeatureCommand(
            onScreen: .useCode, [.making], [.enter], label: "use it",
            "Save, copy, print or enlarge the code"),
        FeatureCommand(
            onScreen: .saveCode, [.making], [.control("s")], label: "save",
            "Save the code as PNG, SVG, PDF, EPS or text"),
        FeatureCommand(
            onScreen: .copyCode, [.making], [.control("y")], label: "copy",
            "Copy the code as text"),
        FeatureCommand(
            onScreen: .printCode, [.making], [.control("p")], label: "print",
            "Print the code, or a series, on labels"),
        FeatureCommand(
            onScreen: .enlargeCode, [.making], [.control("f")], label: "large",
            "Enlarge the code to fill the window"),
        FeatureCommand(
            onScreen: .fillIn, [.making], [.control("g")], label: "fill in",
            "Fill in the current Wi-Fi or a GS1 identifier"),
        FeatureCommand(
            onScreen: .revealTyped, [.making], [.control("t")], "Show or hide typed passwords"),
        FeatureCommand(
            onScreen: .madeBefore, [.making], [.control("o")], label: "made before",
            "Reuse an earlier code"),
        FeatureCommand(
            onScreen: .emptyForm, [.making], [.control("x")], label: "empty", "Clear the form"),
    ]

    /// What is typed now; nil if that is not a code. The newest counts, and one is made at a time.
    private var wanted: MakeRequest?
    private var isUnderWay = false

    func perform(_ effect: MakingEffect) {
        switch effect {
        case .preview(let request): preview(request)
        case .clear: (wanted, model.making) = (nil, nil)
        case .askSaving(let request): askSaving(request)
        case .save(let request, let path, let overwrite): save(request, to: path, overwrite: overwrite)
        case .copyText(let request): copyText(request)
        case .copyPicture(let request): copyPicture(request)
        case .showLarge(let request): showLarge(request)
        case .print(let request): perform(.printing(.code(request)))
        case .askMade: askMade()
        case .again(let id): makeAgain(id)
        case .askNetwork: askNetwork()
        case .useNetwork(let withPassword): useNetwork(withPassword: withPassword)
        case .askIdentifier: askIdentifier()
        case .insert(let text): change { $0.paste(text) ?? [] }
        case .scan(let id): remake(scan: id)
        case .keep(let request): make(request, holdsKeys: false) { [self] in keep(request, $0) }
        }
    }

    /// Shows the Make screen: as it was left, or `screen`.
    private func openMaking(_ screen: MakeScreen? = nil) {
        display.stack.pushOnly(screen ?? display.stack.asLeft(.making) ?? MakeScreen())
        change { $0.opening }
    }

    /// Changes the Make screen where it is on top, and does what it wants done then.
    func change(_ change: (inout MakeScreen) -> [Effect]) {
        for effect in display.stack.changeTop(MakeScreen.self, change) { perform(effect) }
        display.needsDrawing = true
    }

    // MARK: - The preview

    /// Makes what is typed, beside the loop; then reads it back.
    private func preview(_ request: MakeRequest) {
        wanted = request
        guard !isUnderWay else { return }
        isUnderWay = true
        let encoder = app.start.encoder
        jobs.run {
            request.preview(by: encoder)
        } then: { [self] (result: Result<(preview: MadePreview, symbol: MadeSymbol?), any Error>) in
            guard case .success(let made) = result, show(made.preview) else { return followUp(request) }
            guard let symbol = made.symbol else { return followUp(request) }
            readBack(symbol, made.preview)
        }
    }

    private func readBack(_ symbol: MadeSymbol, _ preview: MadePreview) {
        jobs.run {
            MadePreview.ReadBack(Verification.ReadBack.of(symbol))
        } then: { [self] (result: Result<MadePreview.ReadBack, any Error>) in
            var preview = preview
            if case .success(let readBack) = result { preview.readBack = readBack }
            _ = show(preview)
            followUp(preview.request)
        }
    }

    /// Shows a preview; false if something else is typed meanwhile, which is shown sooner without what this one lacks.
    private func show(_ preview: MadePreview) -> Bool {
        guard wanted != nil else { return false }
        model.making = preview
        display.needsDrawing = true
        return wanted == preview.request
    }

    private func followUp(_ request: MakeRequest) {
        isUnderWay = false
        if let wanted, wanted != request { preview(wanted) }
    }

    // MARK: - Out

    private func make(_ request: MakeRequest, holdsKeys: Bool = true, then next: @escaping (MadeSymbol) throws -> Void)
    {
        let encoder = app.start.encoder
        runJob(holdsKeys: holdsKeys) {
            try request.symbol(by: encoder)
        } then: {
            try next($0)
        }
    }

    private func askSaving(_ request: MakeRequest) {
        let endings = ArtworkFormat.all.map { ".\($0.name)" }.joined(separator: ", ")
        askForFile(
            "Save the code", hint: "The file extension sets the format: \(endings). \(SaveTarget.hint)",
            name: request.fileName
        ) { [.making(.save(request, path: $0, overwrite: false))] }
    }

    private func save(_ request: MakeRequest, to typed: String, overwrite: Bool) {
        let encoder = app.start.encoder
        writeFile(typed, name: request.fileName, overwrite: overwrite) {
            .making(.save(request, path: $0, overwrite: true))
        } _: { path in
            guard let format = ArtworkFormat.ofFile(path) else {
                let names = ArtworkFormat.all.map { ".\($0.name)" }.joined(separator: ", ")
                throw UserError("The file name needs one of these endings: \(names)")
            }
            let symbol = try request.symbol(by: encoder)
            let bytes = try format.draw(symbol, request.style)
            try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
            return symbol
        } done: { [self] symbol, path in
            show(Notice("Saved to \(SaveTarget.shown(path))"))
            keep(request, symbol)
        }
    }

    private func copyText(_ request: MakeRequest) {
        make(request) { [self] symbol in
            let text = try TextBlocks(symbol).lines.joined(separator: "\n") + "\n"
            guard display.terminal.copy(base64: Data(text.utf8).base64EncodedString()) else {
                return warn("Too long for the clipboard: save it to a file instead")
            }
            show(Notice("Code copied as text"))
            keep(request, symbol)
        }
    }

    private func copyPicture(_ request: MakeRequest) {
        let encoder = app.start.encoder
        jobs.run {
            let symbol = try request.symbol(by: encoder)
            try PictureClipboard.copy(png: try ArtworkFormat.named("png")?.draw(symbol, request.style) ?? [])
            return symbol
        } then: { [self] (result: Result<MadeSymbol, any Error>) in
            switch result {
            case .success(let symbol):
                show(Notice("Code copied as a picture"))
                keep(request, symbol)
            case .failure(let error): warn("\(error)")
            }
        }
    }

    private func showLarge(_ request: MakeRequest) {
        make(request) { [self] symbol in
            let title = " \(symbol.payload.summary)"
            display.push(CodeScreen(title: title, modules: symbol.modules))
            keep(request, symbol)
        }
    }

    // MARK: - What was made before

    /// Keeps what went out, unless such contents are not kept.
    private func keep(_ request: MakeRequest, _ symbol: MadeSymbol) {
        let payload = symbol.payload
        guard !settings.leavesOut.contains(payload.kind.rawValue) else { return }
        let code = MadeCode(request, payload)
        askHistory {
            try $0.keep(code)
        } failed: { [self] in
            warn("The made code is not saved: \($0)")
        } then: { _ in
        }
    }

    private func askMade() {
        askHistory(holdsKeys: true) {
            try $0.madeCodes()
        } then: { [self] codes in
            guard !codes.isEmpty else {
                return show(Notice("No codes made yet. Codes that you save, copy or enlarge are listed here"))
            }
            let options = codes.map { code in
                let kind = SymbolKind.named(code.kind)?.title ?? code.kind
                return Pick.Option(
                    String(code.id), code.summary, detail: "\(kind), \(display.appearance.moment(code.time))")
            }
            pick("Make again", options) { id in Int64(id).map { [.making(.again(id: $0))] } ?? [] }
        }
    }

    private func makeAgain(_ id: Int64) {
        askHistory(holdsKeys: true) {
            try $0.madeCode(id)
        } then: { [self] code in
            guard let code else { throw UserError("This code is no longer listed") }
            openMaking(MakeScreen(code.request))
        }
    }

    private func remake(scan id: Int64) {
        askHistory(holdsKeys: true) { history -> MakeRequest in
            guard let entry = try history.entry(id) else { throw UserError("This scan is no longer in the history") }
            return try MakeRequest(of: entry.scan.symbol.content)
        } then: { [self] in
            openMaking(MakeScreen($0))
        }
    }
}
