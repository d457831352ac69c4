import Capture
import Frames

/// What is typed as the setting `[scanner] source`.
package enum SourceSetting {
    /// `typed` with a path as an absolute one: the program that reads it may be started in another folder.
    ///
    /// - Throws: `SourceError` where one word is not a source and names no file here. What a path leads to need not be there now.
    package static func absolute(_ typed: String) throws(SourceError) -> String {
        if typed.isEmpty || typed.hasPrefix("camera:") { return typed }
        switch try? SourceSpec(typed) {
        case .network, .screen, .phone: return typed
        default: break
        }
        let path = SaveTarget.resolved(typed, name: "")
        if typed.utf8.contains(UInt8(ascii: "/")) || typed.utf8.first == UInt8(ascii: "~") { return path }
        return switch try SourceSpec(typed) {
        case .demo, .standardInput, .camera, .network, .screen, .clipboard, .phone: typed
        case .device, .picture, .document, .folder, .pictures, .video: path
        }
    }
}
