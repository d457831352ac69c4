import Files
import Foundation

/// A secret of a destination: from a file or the environment, never from the settings themselves.
enum DestinationSecret {
    private static let largest = 4096

    /// The secret without the end of its line; nil where the settings name none.
    static func bytes(_ settings: DestinationSettings) throws(DeliveryError) -> [UInt8]? {
        if let name = settings.secretVariable {
            guard let value = ProcessInfo.processInfo.environment[name], !value.isEmpty else {
                throw DeliveryError("the variable \(name), which holds its secret, is not set")
            }
            return Array(value.utf8)
        }
        guard let path = settings.secretFile else { return nil }
        guard var bytes = try? RegularFile.read(path, atMost: largest) else {
            throw DeliveryError("its secret cannot be read from \(path.withVisibleBytes)")
        }
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else { throw DeliveryError("\(path.withVisibleBytes) holds no secret") }
        return bytes
    }
}
