import Formats
import Foundation
import Testing

@Suite struct GzipStreamTests {
    /// `first line\n` and `second line\n`, each compressed by Python's gzip, one behind the other.
    private static let twoMembers = Array(
        Data(
            base64Encoded:
                "H4sIAAAAAAACA0vLLCouUcjJzEvlAgAQ/O+9CwAAAB+LCAAAAAAAAgMrTk3Oz0tRyMnMS+UCAE0zRq0MAAAA")!)

    private func decompressed(_ bytes: [UInt8], piece: Int) throws -> [UInt8] {
        var rest = bytes[...]
        var stream = try GzipStream {
            let piece = Array(rest.prefix(piece))
            rest = rest.dropFirst(piece.count)
            return piece.isEmpty ? nil : piece
        }
        var output: [UInt8] = []
        while let bytes = try stream.next() { output += bytes }
        return output
    }

    @Test(arguments: [1, 7, 1000]) func allMembersAreDecompressed(piece: Int) throws {
        #expect(try decompressed(Self.twoMembers, piece: piece) == Array("first line\nsecond line\n".utf8))
        #expect(try decompressed(Self.twoMembers + [0, 0, 0], piece: piece).count == 23)
    }

    @Test func aCutFileIsAnError() {
        for count in 1..<Self.twoMembers.count where count != 31 {
            #expect(throws: GzipStream.DataError.self, "\(count)") {
                try decompressed(Array(Self.twoMembers.prefix(count)), piece: 5)
            }
        }
    }

    @Test func damagedBytesAreAnError() {
        for index in [0, 2, 14, 24] {
            var bytes = Self.twoMembers
            bytes[index] ^= 0xFF
            #expect(throws: GzipStream.DataError.self, "\(index)") { try decompressed(bytes, piece: 1000) }
        }
        #expect(throws: GzipStream.DataError.damaged) {
            try decompressed(Self.twoMembers + Array("more".utf8), piece: 1000)
        }
    }
}
