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

extension MakeRequest {
    /// Its symbol; made beside the loop.
    ///
    /// - Throws: `EncodingError` or `UserError`, one line.
    func symbol(by encoder: SymbolEncoder) throws -> MadeSymbol {
        guard let kind = SymbolKind.named(kind) else { throw UserError("There is no kind of code called \(kind)") }
        return try encoder.make(try content, as: kind, options)
    }

    private var content: SymbolSource {
        get throws {
            guard file != nil, let form = PayloadForm.named(form) else { return source }
            do throws(FormError) {
                let composed = try form.compose(values) { path throws(FormError) in try Self.bytes(ofFile: path) }
                return SymbolSource(text: composed.text, bytes: composed.bytes)
            } catch {
                throw UserError(error.reason)
            }
        }
    }

    private static func bytes(ofFile path: String) throws(FormError) -> [UInt8] {
        do throws(RegularFile.ReadError) {
            return try RegularFile.read(UserFolders.expanded(path), atMost: SymbolEncoder.maximumBytes + 1)
        } catch {
            let name = SaveTarget.shown(path)
            switch error {
            case .notRegular: throw FormError(nil, "\(name) is a folder or a device: name a file")
            case .error(let code): throw FormError(nil, "\(name): \(String(cString: strerror(code)))")
            }
        }
    }

    /// What the screen shows of it; whether it reads back is left open.
    func preview(by encoder: SymbolEncoder) -> (preview: MadePreview, symbol: MadeSymbol?) {
        var preview = MadePreview(self)
        do {
            let symbol = try symbol(by: encoder)
            preview.modules = symbol.modules
            preview.facts = SymbolFacts(symbol).lines(readingDistance: Double(distance) * 10)
            preview.warnings =
                [InkContrast.warning(dark: style.dark, light: style.light)].compactMap(\.self) + symbol.cautions
            if let estimate = PrintEstimate(of: symbol, style, dotsPerInch: PrintEstimate.usualDotsPerInch) {
                if estimate.isBad {
                    preview.warnings.append(estimate.words)
                } else {
                    preview.facts.append(estimate.words)
                }
            }
            let payload = symbol.payload
            preview.meaning = "\(payload.kind.title): \(payload.summary)"
            return (preview, symbol)
        } catch {
            preview.problem = "\(error)"
            return (preview, nil)
        }
    }
}

extension MadeSymbol {
    /// The modules for a screen; hexagons as a picture of them.
    var modules: CodeModules {
        if kind.layout == .hexagons, let raster = try? Raster(outline, scale: Self.hexagonPixels) {
            return CodeModules(width: raster.width, height: raster.height) { x, y in
                raster.coverage[y * raster.width + x] >= 128
            }
        }
        let image = image
        return CodeModules(
            width: image.width, height: image.height, isLinear: kind.layout == .bars,
            isStacked: kind.layout == .rows, isDark: image.isDark)
    }

    /// Pixels of a screen for a hexagon: the fewest that leave its shape.
    private static let hexagonPixels = 3

    /// What a scanner would make of what it holds.
    var payload: Payload {
        ComposedContent(bytes: source.bytes)
            .payload(as: kind.symbology ?? .qrCode, isGS1: kind.name.hasPrefix("gs1-"))
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
    /// - Throws: `EncodingError` or `UserError`, one line.
    package func symbol(by encoder: SymbolEncoder) throws -> MadeSymbol { try request.symbol(by: encoder) }

    var request: MakeRequest {
        let options = try? JSONDecoder().decode(MakeOptions.self, from: options)
        return MakeRequest(
            isText ? SymbolSource(bytes) : .bytes(bytes), kind: kind, options: options ?? MakeOptions(), form: form,
            values: values)
    }
}

extension MadePreview.ReadBack {
    init(_ readBack: ReadBack) {
        self =
            switch readBack {
            case .yes: .yes
            case .partly(let line): .partly(line)
            case .no(let line): .no(line)
            case .onlyUpright: .no(readBack.words)
            case .noReader: .unreadable
            case .cancelled: .awaited
            }
    }
}
