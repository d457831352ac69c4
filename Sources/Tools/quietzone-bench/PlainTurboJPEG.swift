import Glibc

/// libturbojpeg alone, for comparison. Its functions are looked up by name in the linked library, so that CPixels is not
/// measured with it.
final class PlainTurboJPEG {
    private typealias Make = @convention(c) () -> OpaquePointer?
    private typealias Destroy = @convention(c) (OpaquePointer?) -> Int32
    private typealias Decode =
        @convention(c) (
            OpaquePointer?, UnsafePointer<UInt8>?, UInt, UnsafeMutablePointer<UInt8>?, Int32, Int32, Int32, Int32, Int32
        ) -> Int32
    private typealias Encode =
        @convention(c) (
            OpaquePointer?, UnsafePointer<UnsafePointer<UInt8>?>, Int32, UnsafePointer<Int32>?, Int32, Int32,
            UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<UInt>, Int32, Int32
        ) -> Int32
    private typealias Free = @convention(c) (UnsafeMutablePointer<UInt8>?) -> Void

    private let decoder: OpaquePointer
    private let destroy: Destroy
    private let decode: Decode

    init() throws {
        let make = try Self.symbol("tjInitDecompress", as: Make.self)
        destroy = try Self.symbol("tjDestroy", as: Destroy.self)
        decode = try Self.symbol("tjDecompress2", as: Decode.self)
        guard let decoder = make() else { throw BenchError("no memory for libturbojpeg") }
        self.decoder = decoder
    }

    deinit { _ = destroy(decoder) }

    /// Decodes to grey with a row stride of `width`; false when libturbojpeg reports an error. TJPF_GRAY is 6.
    func gray(_ jpeg: [UInt8], into luma: inout [UInt8], width: Int, height: Int) -> Bool {
        decode(decoder, jpeg, UInt(jpeg.count), &luma, Int32(width), Int32(width), Int32(height), 6, 0) == 0
    }

    /// Encodes 4:2:2, as cameras send it: `luma` and two chroma planes of half the width.
    static func encode(
        luma: [UInt8], chroma: ([UInt8], [UInt8]), width: Int, height: Int, quality: Int32
    ) throws -> [UInt8] {
        let make = try symbol("tjInitCompress", as: Make.self)
        let encode = try symbol("tjCompressFromYUVPlanes", as: Encode.self)
        let destroy = try symbol("tjDestroy", as: Destroy.self)
        let free = try symbol("tjFree", as: Free.self)
        let encoder = make()
        defer { _ = destroy(encoder) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var length: UInt = 0
        let result = luma.withUnsafeBufferPointer { luma in
            chroma.0.withUnsafeBufferPointer { blue in
                chroma.1.withUnsafeBufferPointer { red in
                    encode(
                        encoder, [luma.baseAddress, blue.baseAddress, red.baseAddress], Int32(width), nil,
                        Int32(height), 1, &bytes, &length, quality, 0)
                }
            }
        }
        defer { free(bytes) }
        guard result == 0, let bytes else { throw BenchError("libturbojpeg does not encode") }
        // SAFETY: tjCompressFromYUVPlanes made `length` bytes there.
        return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }

    private static func symbol<Function>(_ name: String, as type: Function.Type) throws -> Function {
        guard let address = dlsym(nil, name) else { throw BenchError("libturbojpeg has no \(name)") }
        // SAFETY: the types above are those of turbojpeg.h, 2.0 and later.
        return unsafeBitCast(address, to: type)
    }
}
