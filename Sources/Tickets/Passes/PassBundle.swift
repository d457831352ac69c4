/// Several passes in one file (.pkpasses), which Safari and Mail offer together.
package enum PassBundle {
    /// What iOS takes of one file (Wallet Passes documentation, Distributing and updating a pass).
    package static let maximumPasses = 10
    /// The most that are read of one file: other programs may put more into it than iOS takes.
    static let maximumFilesRead = 50
    /// The most bytes of all their files together, inflated: an archive of a megabyte may hold gigabytes.
    static let maximumBytes = 128 << 20

    /// The bundle of passes, each the bytes of a .pkpass by its name.
    ///
    /// - Throws: `PassProblem` for more than `maximumPasses`, or too many bytes.
    package static func archive(_ passes: [(name: String, bytes: [UInt8])]) throws(PassProblem) -> [UInt8] {
        guard passes.count <= maximumPasses else {
            throw PassProblem(.tooMany, "", "a bundle holds at most \(maximumPasses) passes: make several")
        }
        return try PassPackage.archive(passes)
    }

    /// The passes of a file: those of a bundle, or the one that it is.
    ///
    /// - Throws: `PassProblem` for more passes, or more bytes, than are read.
    package static func passes(in bytes: [UInt8], named name: String) throws(PassProblem)
        -> [(name: String, bytes: [UInt8])]
    {
        guard bytes.count <= PassPackage.maximumBytes else {
            throw PassProblem(.tooLarge, "", "it is larger than \(PassPackage.maximumBytes >> 20) MiB")
        }
        // A pass is read again by its check, which shows what is wrong with it.
        guard let all = try? ZipReader.files(bytes), all.contains(where: { $0.name.hasSuffix(".pkpass") }),
            !all.contains(where: { $0.name == PassPackage.passName })
        else { return [(name, bytes)] }
        let files = all.filter { $0.name.hasSuffix(".pkpass") }
        if let other = all.first(where: { !$0.name.hasSuffix(".pkpass") && !$0.name.hasSuffix("/") }) {
            throw PassProblem(
                .unknownFile, other.name, "it is not a pass, and a bundle contains only passes: leave it out")
        }
        guard files.count <= maximumFilesRead else {
            throw PassProblem(
                .tooMany, "", "a bundle of \(files.count) passes: at most \(maximumFilesRead) are read, divide it")
        }
        // What the directories announce is all that is ever inflated of them.
        guard files.reduce(0, { $0 + ZipReader.announcedBytes(of: $1.bytes) }) <= maximumBytes else {
            throw PassProblem(
                .tooLarge, "", "the files of its passes are larger than \(maximumBytes >> 20) MiB: divide it")
        }
        return files.map { ($0.name, $0.bytes) }
    }
}
