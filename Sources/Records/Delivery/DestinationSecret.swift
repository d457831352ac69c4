import Files

/// A secret of a destination: from a file or the environment, never from the settings themselves.
enum DestinationSecret {
    /// The secret without the end of its line; nil if the settings name none.
    static func bytes(_ settings: DestinationSettings) throws(DeliveryError) -> [UInt8]? {
        do {
            return try StoredSecret.bytes(file: settings.secretFile, variable: settings.secretVariable)
        } catch {
            throw DeliveryError(error.description)
        }
    }
}
