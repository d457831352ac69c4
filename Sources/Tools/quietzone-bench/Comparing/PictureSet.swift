import Foundation

/// A folder of pictures with known content, described by a manifest.tsv.
///
/// The manifest's first line names its tab-separated columns. Used are `path` (relative to the folder), `family`, `kind`
/// (`bytes` for content that is not text) and `expected_b64`.
struct PictureSet {
    struct Picture {
        /// Relative to the folder.
        let path: String
        let expected: ExpectedContent
    }

    let folder: String
    let pictures: [Picture]

    /// - Throws: `BenchError` when the manifest is missing or lacks one of these columns.
    init(folder: String) throws {
        let path = folder + "/manifest.tsv"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw BenchError("\(path) cannot be read: a folder with pictures and their manifest is wanted")
        }
        var lines = text.split(whereSeparator: \.isNewline)[...]
        let names = (lines.popFirst() ?? "").split(separator: "\t", omittingEmptySubsequences: false)
        func column(_ name: String) throws -> Int {
            guard let index = names.firstIndex(of: Substring(name)) else {
                throw BenchError("\(path) has no column \(name)")
            }
            return index
        }
        let (place, family, kind) = (try column("path"), try column("family"), try column("kind"))
        let content = try column("expected_b64")
        self.folder = folder
        pictures = try lines.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == names.count, let bytes = Data(base64Encoded: fields[content]) else {
                throw BenchError("\(path): not as its first line says: \(line)")
            }
            return Picture(
                path: fields[place],
                expected: ExpectedContent(
                    family: fields[family], isBinary: fields[kind] == "bytes", bytes: Array(bytes)))
        }
    }
}
