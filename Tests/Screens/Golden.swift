import Foundation
import Surface
import Testing

/// Compares a canvas with the text in Goldens/NAME.txt. QUIETZONE_RECORD=1 in the environment records it again.
func expectGolden(_ name: String, _ canvas: Canvas, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try expectGolden(name, text: canvas.text, sourceLocation: sourceLocation)
}

/// The same with any text.
func expectGolden(_ name: String, text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["QUIETZONE_RECORD"] == "1" {
        try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    let rows = zip(
        text.split(separator: "\n", omittingEmptySubsequences: false),
        golden.split(separator: "\n", omittingEmptySubsequences: false))
    for (number, (drawn, wanted)) in rows.enumerated() where drawn != wanted {
        Issue.record("\(name), row \(number + 1):\ndrawn  \(drawn)\ngolden \(wanted)", sourceLocation: sourceLocation)
        return
    }
    #expect(text == golden, sourceLocation: sourceLocation)
}
