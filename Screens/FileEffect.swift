import Payloads

/// Effects of the files feature.
package enum FileEffect: FeatureEffect {
    /// Ask where to save bytes; `name` is what the file is called where that is free.
    case askSaving(title: String, name: String, bytes: [UInt8])
    /// Write bytes to a file, by default never over one that is there; where `path` is a folder, to a file called `name` in it.
    case save(bytes: [UInt8], path: String, name: String, overwrite: Bool)
    /// Put text on the clipboard.
    case copy(String)
    /// Put the one-time password of that moment on the clipboard.
    case copyCode(OneTimePassword)
    /// Open an address with the desktop's handler; the user has said yes.
    case open(address: String)
    /// Give a file of this name and these bytes to the desktop's handler for its kind; the user has said yes.
    case openFile(name: String, bytes: [UInt8])
    /// Join a Wi-Fi network; the user has said yes.
    case join(WiFiNetwork)
    /// Find the paths that `path`, which is being typed, may become, and give them to `ScreenStack.complete`.
    case complete(path: String)
}

/// Effects of the dropped files feature.
package enum DroppedFilesEffect: FeatureEffect {
    /// Find the files that pasted text names, and ask whether to read them.
    case offer(String)
    /// Read these files instead of what is scanned.
    case read(paths: [String])
}

extension Effect {
    /// An effect of the files feature.
    package static func file(_ effect: FileEffect) -> Effect { .feature(effect) }
    /// An effect of the dropped files feature.
    package static func dropped(_ effect: DroppedFilesEffect) -> Effect { .feature(effect) }
}
