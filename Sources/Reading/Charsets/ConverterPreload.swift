import Glibc

extension TextDecoding {
    /// Opens the converters of all charsets for as long as the process lives.
    ///
    /// glibc loads each from a file when it is first wanted, and unloads it when it has been idle: a process that is
    /// about to give up its right to open files calls this before.
    /// - Returns: the charsets of which the C library has no converter.
    @discardableResult
    package static func preloadConverters() -> [String] {
        // The tables for guessing are made by converters too, one letter at a time.
        _ = TextLikelihood.best(for: [0xE9])
        var missing: [String] = []
        for charset in Set(Charset.all) where charset != .utf8 && charset != .latin1 {
            // Never closed: that is what keeps it loaded.
            if Int(bitPattern: iconv_open("UTF-8", charset.iconvName)) == -1 { missing.append(charset.name) }
        }
        return missing
    }
}
