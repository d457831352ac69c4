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
import Symbols
import Verification

/// Makes what the Make screen asks for, beside the loop.
enum CodeMaking {
    /// The symbol of a request.
    ///
    /// - Throws: `EncodingError` or `Trouble`, one line.
    static func symbol(_ request: MakeRequest, by maker: any SymbolMaking) throws -> MadeSymbol {
        guard let kind = SymbolKind.named(request.kind) else {
            throw Trouble("There is no kind of code called \(request.kind)")
        }
        return try maker.make(try source(request), as: kind, request.options)
    }

    /// What a request's code is to hold.
    private static func source(_ request: MakeRequest) throws -> SymbolSource {
        guard request.file != nil, let form = PayloadForm.named(request.form) else { return request.source }
        let content: ComposedContent
        do throws(FormProblem) {
            content = try form.compose(request.values) { path throws(FormProblem) in try bytes(ofFile: path) }
        } catch {
            throw Trouble(error.reason)
        }
        return content.text.map(SymbolSource.text) ?? .bytes(content.bytes)
    }

    private static func bytes(ofFile path: String) throws(FormProblem) -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try RegularFile.read(UserFolders.expanded(path), atMost: SymbolMaker.mostBytes + 1)
        } catch {
            let name = SaveTarget.shown(path)
            switch error {
            case .notRegular: throw FormProblem(nil, "\(name) is a folder or a device: name a file")
            case .error(let code): throw FormProblem(nil, "\(name): \(String(cString: strerror(code)))")
            }
        }
    }

    /// What the screen shows of a request; whether it reads back is left open.
    static func preview(
        _ request: MakeRequest, by maker: any SymbolMaking
    ) -> (preview: MadePreview, symbol: MadeSymbol?) {
        var preview = MadePreview(request)
        do {
            let symbol = try symbol(request, by: maker)
            preview.modules = modules(symbol)
            preview.facts = SymbolFacts(symbol).lines(readingDistance: Double(request.distance) * 10)
            preview.warnings =
                [InkContrast.warning(dark: request.style.dark, light: request.style.light)].compactMap(\.self)
                + symbol.cautions
            let payload = payload(of: symbol)
            preview.meaning = "\(payload.kind.title): \(payload.summary)"
            return (preview, symbol)
        } catch {
            preview.problem = "\(error)"
            return (preview, nil)
        }
    }

    /// The modules for a screen; hexagons as a picture of them.
    static func modules(_ symbol: MadeSymbol) -> CodeModules {
        if symbol.kind.layout == .hexagons, let raster = try? Raster(symbol.outline, scale: hexagonPixels) {
            return CodeModules(width: raster.width, height: raster.height) { x, y in
                raster.coverage[y * raster.width + x] >= 128
            }
        }
        let image = symbol.image
        return CodeModules(
            width: image.width, height: image.height, isLinear: symbol.kind.layout == .bars,
            isStacked: symbol.kind.layout == .rows, isDark: image.isDark)
    }

    /// Pixels of a screen for a hexagon: the fewest that leave its shape.
    private static let hexagonPixels = 3

    /// What a scanner would make of what it holds.
    static func payload(of symbol: MadeSymbol) -> Payload {
        ComposedContent(bytes: symbol.source.bytes)
            .payload(as: symbol.kind.symbology ?? .qrCode, isGS1: symbol.kind.name.hasPrefix("gs1-"))
    }
}

/// A code that was made, for the history.
extension MadeCode {
    init(_ request: MakeRequest, _ payload: Payload) {
        let isText = if case .text = request.source { true } else { false }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        self.init(
            kind: request.kind, bytes: request.source.bytes, isText: isText, summary: payload.summary,
            options: (try? encoder.encode(request.options)) ?? Data(), form: request.form, values: request.values)
    }

    /// Made once more.
    ///
    /// - Throws: `EncodingError` or `Trouble`, one line.
    package func symbol(by maker: any SymbolMaking) throws -> MadeSymbol {
        try CodeMaking.symbol(request, by: maker)
    }

    /// What is to be made to have it again.
    var request: MakeRequest {
        let source = String(validating: bytes, as: UTF8.self).flatMap { isText ? SymbolSource.text($0) : nil }
        let options = try? JSONDecoder().decode(MakeOptions.self, from: options)
        return MakeRequest(
            source ?? .bytes(bytes), kind: kind, options: options ?? MakeOptions(), form: form, values: values)
    }
}

extension MadePreview.ReadBack {
    /// As the screen tells it.
    init(_ readBack: ReadBack) {
        self =
            switch readBack {
            case .yes: .yes
            case .partly(let line): .partly(line)
            case .no(let line): .no(line)
            case .noReader: .unreadable
            case .cancelled: .awaited
            }
    }
}
