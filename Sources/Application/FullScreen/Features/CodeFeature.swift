import Files
import Services
import Encoding
import Screens
import Surface

/// A scan as a QR Code on the screen, for a phone to take over.
final class CodeFeature: FeatureBase, Feature {
    static let purpose = "This scan"
    static let contexts: [KeyContext] = [.code]
    static let commands: [FeatureCommand<CodeFeature>] = [
        FeatureCommand(
            onScreen: .showCode, [.scanner, .history, .scan], ["Q"], label: "as QR",
            "Show the scan as a QR Code"),
        FeatureCommand(
            onScreen: .back, [.code], [.escape, "q", .left], label: "back", "Go to the previous screen"),
    ]

    func perform(_ effect: CodeEffect) {
        switch effect {
        case .show(let id): showCode(of: id)
        case .showText(let text, let title): showCode(text, title)
        }
    }

    /// Shows the code of a text.
    private func showCode(_ text: String, _ title: String) {
        runJob(holdsKeys: true) {
            do throws(EncodingError) {
                return try Self.screen(Array(text.utf8), isUTF8: true, title)
            } catch {
                throw UserError(
                    "This text does not fit in a QR Code: \(text.utf8.count) bytes, and 2953 is the maximum")
            }
        } then: { [self] in
            display.push($0)
        }
    }

    private static func screen(_ bytes: [UInt8], isUTF8: Bool, _ title: String) throws(EncodingError) -> CodeScreen {
        let image = try SymbolEncoder.encode(
            bytes: bytes, as: .qrCode, eci: isUTF8 && bytes.contains { $0 >= 0x80 } ? 26 : 0)
        let modules = CodeModules(width: image.width, height: image.height, isDark: image.isDark)
        return CodeScreen(title: " \(title)", modules: modules)
    }

    /// Shows the code of a scan: its text where it is UTF-8, else its bytes.
    private func showCode(of id: Int64) {
        askHistory(holdsKeys: true) { history -> CodeScreen in
            guard let entry = try history.entry(id) else { throw UserError("This scan is no longer in the history") }
            let content = entry.scan.symbol.content
            do throws(EncodingError) {
                let isUTF8 = content.text.map { Array($0.utf8) == content.bytes } ?? false
                return try Self.screen(content.bytes, isUTF8: isUTF8, entry.payload.summary)
            } catch {
                throw UserError(
                    "This scan does not fit in a QR Code: \(content.bytes.count) bytes, and 2953 is the maximum")
            }
        } then: { [self] in
            display.push($0)
        }
    }
}
