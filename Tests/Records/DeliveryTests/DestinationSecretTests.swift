import Foundation
import Testing

@testable import Delivery

@Suite struct DestinationSecretTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func secret(inFile text: String) throws -> [UInt8]? {
        let path = try folder.file("secret", text)
        return try DestinationSecret.bytes(settings("https://shop.example") { $0.secretFile = path })
    }

    @Test func withoutOneThereIsNone() throws {
        #expect(try DestinationSecret.bytes(settings("https://shop.example")) == nil)
    }

    @Test(arguments: [
        ("key", "key"), ("key\n", "key"), ("key\r\n\n", "key"), (" k e y \n", " k e y "), ("a\nb", "a\nb"),
    ])
    func theEndOfItsLineIsNoPartOfIt(text: String, expected: String) throws {
        #expect(try secret(inFile: text) == Array(expected.utf8))
    }

    @Test(arguments: ["", "\n", "\r\n\r\n"]) func anEmptyFileIsSaid(text: String) {
        #expect(throws: DeliveryError("\(folder.path)/secret contains no secret")) { try secret(inFile: text) }
    }

    @Test func aFolderOrNothingIsSaid() {
        for path in [folder.path, folder.path + "/none", "/dev/zero"] {
            #expect(throws: DeliveryError("its secret cannot be read from \(path)")) {
                try DestinationSecret.bytes(settings("https://shop.example") { $0.secretFile = path })
            }
        }
    }

    @Test func aVariableOfTheEnvironmentHoldsOne() throws {
        let expected = try #require(ProcessInfo.processInfo.environment["PATH"])
        let secret = try DestinationSecret.bytes(settings("https://shop.example") { $0.secretVariable = "PATH" })
        #expect(secret == Array(expected.utf8))
        let name = "QUIETZONE_TEST_VARIABLE_THAT_NOBODY_SETS"
        #expect(throws: DeliveryError("the variable \(name), which holds its secret, is not set")) {
            try DestinationSecret.bytes(settings("https://shop.example") { $0.secretVariable = name })
        }
    }
}
