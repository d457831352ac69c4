import Services
import Encoding
import Screens
import Surface
import Symbols

/// A scan as a QR Code on the screen, for a phone to take over.
extension Feature {
    static let code = Feature(
        "This scan",
        contexts: [.code],
        [
            FeatureCommand(
                onScreen: .showCode, .on([.scanner, .history, .scan]), [.character("Q")], label: "as QR",
                "Show the scan as a QR Code, for a phone to read off the screen"),
            FeatureCommand(
                onScreen: .back, .on([.code]), [.escape, .character("q"), .left], label: "back",
                "Go back to the screen before"),
        ])
}

extension ScannerApp {
    /// Shows the code of a scan: its text where it is UTF-8, else its bytes.
    func showCode(of id: Int64) throws {
        guard let entry = try records.history.entry(id) else { throw Trouble("This scan is no longer in the history") }
        let content = entry.scan.symbol.content
        let image: SymbolImage
        do throws(EncodingError) {
            let isUTF8 = content.text.map { Array($0.utf8) == content.bytes } ?? false
            image = try SymbolEncoder.encode(
                bytes: content.bytes, as: .qrCode, eci: isUTF8 && content.bytes.contains { $0 >= 0x80 } ? 26 : 0)
        } catch {
            throw Trouble("No QR Code holds this scan: \(content.bytes.count) bytes, and 2953 is the most")
        }
        let modules = CodeModules(width: image.width, height: image.height, isDark: image.isDark)
        display.stack.push(CodeScreen(title: " \(entry.payload.summary)", modules: modules))
    }
}
