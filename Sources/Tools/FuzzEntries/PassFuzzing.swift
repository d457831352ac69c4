import Foundation
import Passes

/// Passes of strangers, and the files in them: the same bytes as an archive, as pass.json, texts and a picture, and as a template.
enum PassFuzzing {
    static func run(_ bytes: [UInt8]) {
        let check = PassCheck(bytes, roots: [], at: Date(timeIntervalSince1970: 1_800_000_000))
        precondition(!check.isAccepted, "a pass is taken that nobody has signed")
        let drawing = PassDrawing(check, language: "en")
        precondition(!drawing.verdict.isEmpty, "a pass without a verdict")
        _ = drawing.pass(isTerminal: true)
        let package = PassPackage(files: ["pass.json": bytes, "en.lproj/pass.strings": bytes, "icon.png": bytes])
        for problem in package.problems { precondition(!problem.words.isEmpty, "a problem without words") }
        _ = package.texts(in: "en")
        guard let text = String(validating: bytes, as: UTF8.self),
            let template = try? PassTemplate(toml: text, files: [:])
        else { return }
        _ = template.package { $0 }.problems
    }

    static var seeds: [[UInt8]] {
        let templates = PassStyle.allCases.map { NewPassTemplate.files($0) }
        let packages = templates.compactMap { files -> PassPackage? in
            let toml = String(decoding: files[PassTemplate.fileName] ?? [], as: UTF8.self)
            return try? PassTemplate(toml: toml, files: files.filter { $0.key != PassTemplate.fileName }).package(
                type: "pass.org.example", team: "A1B2C3D4E5"
            ) { $0 }
        }
        let archives = packages.compactMap { try? $0.archive(signature: [0x30, 0x03, 0x02, 0x01, 0x00]) }
        return archives + packages.compactMap { $0.files["pass.json"] }
            + templates.flatMap { $0.values.filter { $0.count < 20_000 } }.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
