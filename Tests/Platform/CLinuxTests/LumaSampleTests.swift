import CLinux
import Glibc
import Testing

private func samples(
    _ source: [UInt8], length: Int? = nil, stride: Int, step: Int, offset: Int, width: Int, height: Int
) -> (result: Int32, luma: [UInt8]) {
    // Two guard bytes after the plane detect writes past its end.
    var luma = [UInt8](repeating: 0xAA, count: width * height + 2)
    let result = qz_luma_samples(source, length ?? source.count, stride, step, offset, &luma, width, height)
    #expect(luma.suffix(2) == [0xAA, 0xAA])
    return (result, Array(luma.dropLast(2)))
}

@Suite struct LumaSampleTests {
    @Test func takesEvenBytesOfYUYV() {
        let result = samples([1, 9, 2, 9, 3, 9, 4, 9], stride: 4, step: 2, offset: 0, width: 2, height: 2)
        #expect(result.result == 0)
        #expect(result.luma == [1, 2, 3, 4])
    }

    @Test func takesOddBytesOfUYVY() {
        let result = samples([9, 1, 9, 2, 9, 3, 9, 4], stride: 4, step: 2, offset: 1, width: 2, height: 2)
        #expect(result.result == 0)
        #expect(result.luma == [1, 2, 3, 4])
    }

    @Test func skipsPaddingOfRows() {
        let result = samples([1, 2, 3, 0, 0, 4, 5, 6, 0, 0], stride: 5, step: 1, offset: 0, width: 3, height: 2)
        #expect(result.result == 0)
        #expect(result.luma == [1, 2, 3, 4, 5, 6])
    }

    @Test func readsAnOddWidth() {
        let row: [UInt8] = [1, 9, 2, 9, 3, 9, 0, 0]
        let result = samples(row + row, stride: 8, step: 2, offset: 0, width: 3, height: 2)
        #expect(result.result == 0)
        #expect(result.luma == [1, 2, 3, 1, 2, 3])
    }

    @Test func needsNoPaddingBehindTheLastRow() {
        let result = samples([1, 2, 0, 0, 3, 4], stride: 4, step: 1, offset: 0, width: 2, height: 2)
        #expect(result.result == 0)
        #expect(result.luma == [1, 2, 3, 4])
    }

    @Test func refusesABufferThatEndsTooEarly() {
        let bytes = [UInt8](repeating: 1, count: 64)
        #expect(samples(bytes, length: 14, stride: 8, step: 2, offset: 1, width: 4, height: 2).result == -EBADMSG)
        #expect(samples(bytes, length: 16, stride: 8, step: 2, offset: 1, width: 4, height: 2).result == 0)
        #expect(samples(bytes, length: 0, stride: 8, step: 2, offset: 1, width: 4, height: 2).result == -EBADMSG)
    }

    @Test func refusesGeometryThatMakesNoSense() {
        let bytes = [UInt8](repeating: 1, count: 64)
        #expect(samples(bytes, stride: 3, step: 1, offset: 0, width: 4, height: 2).result == -EINVAL)
        #expect(samples(bytes, stride: 8, step: 0, offset: 0, width: 4, height: 2).result == -EINVAL)
        #expect(samples(bytes, stride: 8, step: 2, offset: 2, width: 4, height: 2).result == -EINVAL)
        #expect(samples(bytes, stride: Int.max, step: 1, offset: 0, width: 4, height: 2).result == -EBADMSG)
        #expect(samples(bytes, stride: 8, step: 1, offset: 0, width: 0, height: 2).result == -EINVAL)
    }

    @Test(arguments: [1, 15, 16, 17, 33, 640]) func agreesWithThePlainLoopAtEveryWidth(width: Int) {
        let bytes = (0..<width * 2 * 3).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let expected = (0..<3).flatMap { y in (0..<width).map { bytes[y * width * 2 + $0 * 2] } }
        let result = samples(bytes, stride: width * 2, step: 2, offset: 0, width: width, height: 3)
        #expect(result.luma == expected)
    }
}
