import Charsets
import Glibc

/// A charset detector in the comparison.
struct CharsetDetector {
    let name: String
    /// Decodes bytes in the detected charset; nil when none is detected.
    let text: ([UInt8]) -> String?

    static var quietzone: CharsetDetector { CharsetDetector(name: "quietzone") { TextDecoding.decode($0)?.text } }

    /// Quietzone's, and those that are installed; prints the names of missing ones.
    static func all() -> [CharsetDetector] {
        var result = [quietzone]
        for (name, detector) in [("libuchardet", uchardet()), ("ICU", icu())] {
            if let detector { result.append(detector) } else { print("left out: \(name), which is not installed") }
        }
        return result
    }

    /// Decodes `bytes` in the named charset, or in the Windows superset of it.
    private static func text(of bytes: [UInt8], charset: String) -> String? {
        let name = charset.uppercased()
        let hasC1 = bytes.contains { (0x80..<0xA0).contains($0) }
        let iconvName =
            switch name {
            case "": "UTF-8"
            case "ASCII", "US-ASCII": "UTF-8"
            case "ISO-8859-1": hasC1 ? "CP1252" : "ISO-8859-1"
            case "SHIFT_JIS": "CP932"
            case "ISO-8859-8-I": "ISO-8859-8"
            case "EUC-KR", "UHC": "CP949"
            case "GB2312": "GB18030"
            default: name
            }
        return Iconv.decode(bytes, from: iconvName)
    }

    private static func uchardet() -> CharsetDetector? {
        guard let library = dlopen("libuchardet.so.0", RTLD_NOW) else { return nil }
        typealias New = @convention(c) () -> OpaquePointer?
        typealias Handle = @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, Int) -> Int32
        typealias End = @convention(c) (OpaquePointer?) -> Void
        typealias Name = @convention(c) (OpaquePointer?) -> UnsafePointer<CChar>?
        guard let new = symbol(library, "uchardet_new", as: New.self),
            let handle = symbol(library, "uchardet_handle_data", as: Handle.self),
            let end = symbol(library, "uchardet_data_end", as: End.self),
            let name = symbol(library, "uchardet_get_charset", as: Name.self),
            let delete = symbol(library, "uchardet_delete", as: End.self)
        else { return nil }
        return CharsetDetector(name: "uchardet") { bytes in
            let detector = new()
            defer { delete(detector) }
            guard handle(detector, bytes, bytes.count) == 0 else { return nil }
            end(detector)
            return name(detector).flatMap { text(of: bytes, charset: String(cString: $0)) }
        }
    }

    private static func icu() -> CharsetDetector? {
        for version in (60...90).reversed() {
            guard let library = dlopen("libicui18n.so.\(version)", RTLD_NOW) else { continue }
            typealias Open = @convention(c) (UnsafeMutablePointer<Int32>) -> OpaquePointer?
            typealias SetText =
                @convention(c) (OpaquePointer?, UnsafePointer<UInt8>?, Int32, UnsafeMutablePointer<Int32>) -> Void
            typealias Detect = @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>) -> OpaquePointer?
            typealias Name = @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>) -> UnsafePointer<CChar>?
            typealias Close = @convention(c) (OpaquePointer?) -> Void
            guard let open = symbol(library, "ucsdet_open_\(version)", as: Open.self),
                let setText = symbol(library, "ucsdet_setText_\(version)", as: SetText.self),
                let detect = symbol(library, "ucsdet_detect_\(version)", as: Detect.self),
                let name = symbol(library, "ucsdet_getName_\(version)", as: Name.self),
                let close = symbol(library, "ucsdet_close_\(version)", as: Close.self)
            else { continue }
            return CharsetDetector(name: "ICU \(version)") { bytes in
                var status: Int32 = 0
                let detector = open(&status)
                defer { close(detector) }
                return bytes.withUnsafeBufferPointer { buffer in
                    setText(detector, buffer.baseAddress, Int32(buffer.count), &status)
                    let match = detect(detector, &status)
                    guard status <= 0, match != nil, let found = name(match, &status) else { return nil }
                    return text(of: bytes, charset: String(cString: found))
                }
            }
        }
        return nil
    }

    private static func symbol<Function>(_ library: UnsafeMutableRawPointer, _ name: String, as type: Function.Type)
        -> Function?
    {
        // SAFETY: the types above are those of the libraries' headers.
        dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
}
