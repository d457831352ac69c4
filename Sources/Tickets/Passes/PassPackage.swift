import Cryptography
import Files
import Formats

/// The files of a pass: pass.json, pictures, texts; its manifest with the sum of each; the signature of that.
package struct PassPackage: Hashable, Sendable {
    package static let maximumBytes = 64 << 20

    static let passName = "pass.json"
    static let manifestName = "manifest.json"
    static let signatureName = "signature"

    /// The files by their names, without manifest and signature.
    package let files: [String: [UInt8]]

    /// The files of a pass; a manifest and a signature among them are left out.
    package init(files: [String: [UInt8]]) {
        self.files = files.filter { $0.key != Self.manifestName && $0.key != Self.signatureName }
    }

    /// The names of the files, in the order in which they are packed.
    package var names: [String] { files.keys.sorted() }

    /// manifest.json: the SHA-1 of each file.
    package var manifest: [UInt8] {
        let sums = names.map { JSONValue.Member($0, .string(Digest.sha1.of(files[$0] ?? []).hexadecimal)) }
        var bytes: [UInt8] = []
        JSONValue.object(sums).write(into: &bytes)
        return bytes
    }

    /// What pass.json says.
    ///
    /// - Throws: `PassProblem` where it is missing or damaged.
    package func pass() throws(PassProblem) -> Pass {
        guard let bytes = files[Self.passName] else {
            throw PassProblem(.passMissing, Self.passName, "it is missing: this is not a pass")
        }
        return try Pass(parsing: bytes)
    }

    /// What is wrong with pass.json, the pictures and the texts.
    package var problems: [PassProblem] {
        let pass: Pass
        do throws(PassProblem) {
            pass = try self.pass()
        } catch {
            return [error]
        }
        var problems = pass.problems
        problems += PassPictures(files, style: pass.style).problems
        for name in names where name.hasSuffix(".strings") {
            if PassStrings(files[name] ?? []) == nil {
                problems.add(.stringsDamaged, name, "it is not a strings file: write lines of \"text\" = \"Text\";")
            }
        }
        for name in names where !Self.isKnown(name) {
            problems.add(
                .unknownFile, name, "unknown file: Wallet ignores it")
        }
        return problems
    }

    /// Files that Wallet takes, and that are not looked at here: rewards that are signed up for, and the pictures of posters
    /// (Wallet Passes documentation, Personalizing a pass; Creating a poster event pass using semantic tags).
    private static let otherFiles: Set<String> = ["personalization.json"]
    private static let otherPictures: Set<String> = [
        "personalizationLogo", "artwork", "primaryLogo", "secondaryLogo",
    ]

    static func isKnown(_ name: String) -> Bool {
        let parts = name.split(separator: "/")
        guard let file = parts.last.map(String.init) else { return false }
        if parts.count == 2 {
            guard parts[0].hasSuffix(".lproj") else { return false }
            return file == "pass.strings" || isPicture(file)
        }
        return parts.count == 1 && (file == passName || otherFiles.contains(file) || isPicture(file))
    }

    private static func isPicture(_ file: String) -> Bool {
        PassPicture.stem(of: file).map { PassPicture(rawValue: $0.name) != nil || otherPictures.contains($0.name) }
            ?? false
    }

    /// The languages that it has texts or pictures of: `de`.
    package var languages: [String] {
        Set(
            names.compactMap { name in
                name.split(separator: "/").first.flatMap { $0.hasSuffix(".lproj") ? String($0.dropLast(6)) : nil }
            }
        ).sorted()
    }

    /// The translations of a language, by what stands in pass.json; empty where there are none.
    package func texts(in language: String) -> [String: String] {
        files["\(language).lproj/pass.strings"].flatMap(PassStrings.init)?.texts ?? [:]
    }

    /// A .pkpass: a ZIP archive of all files, stored, all of one time. The same files and signature give the same bytes.
    ///
    /// - Throws: `PassProblem` where it would be larger than is read.
    package func archive(signature: [UInt8]) throws(PassProblem) -> [UInt8] {
        let all =
            names.map { ($0, files[$0] ?? []) } + [(Self.manifestName, manifest), (Self.signatureName, signature)]
        return try Self.archive(all)
    }

    static func archive(_ files: [(name: String, bytes: [UInt8])]) throws(PassProblem) -> [UInt8] {
        var bytes: [UInt8] = []
        guard files.count <= ZipReader.Limits().entries,
            files.reduce(0, { $0 + $1.bytes.count }) < maximumBytes - (1 << 20)
        else { throw PassProblem(.tooLarge, "", "the files are too many or too large for a pass") }
        do {
            var archive = ZipArchive { bytes += $0 }
            for file in files { try archive.add(file.name, file.bytes) }
            try archive.finish()
        } catch {
            throw PassProblem(.tooLarge, "", "the files are too many or too large for a pass")
        }
        return bytes
    }
}
