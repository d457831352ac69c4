import Testing

/// `quietzone explain`.
@Suite struct ExplainCommandTests {
    let program: Program

    init() throws { program = try Program() }

    /// Bytes that are not UTF-8 are text in the charset that `read` would find.
    @Test func bytesAreDecodedAsByRead() async throws {
        let text = "MECARD:N:Müller,Jürgen;NOTE:Größe und Straße, schöne Grüße;;"
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        let path = try program.file("latin.bin", bytes)
        let explained = try await program.run(["explain", "--json", "--bytes", path])
        #expect(explained.status == 0)
        #expect(explained.output.contains(#""kind":"contact""#))
        #expect(explained.output.contains("Größe und Straße, schöne Grüße"))
        #expect(try await program.run(["explain", "--json", "-"], input: bytes).output == explained.output)
        let binary = try program.file("binary.bin", [0x00, 0xFF, 0x00, 0x80])
        #expect(try await program.run(["explain", "--json", "--bytes", binary]).output.contains(#""kind":"bytes""#))
    }
}
