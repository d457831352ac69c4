import Frames
import Glibc
import Testing

@Suite struct FrameMemoryTests {
    private let size = 4 * Int(sysconf(Int32(_SC_PAGESIZE)))

    private func byte(_ memory: FrameMemory, at place: Int) -> UInt8 {
        memory.base.load(fromByteOffset: place, as: UInt8.self)
    }

    private func set(_ memory: FrameMemory, at place: Int, to byte: UInt8) {
        memory.base.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }

    @Test func itIsAllZerosAndOfItsSize() throws {
        let memory = try FrameMemory(byteCount: size, othersMayWrite: true)
        #expect(memory.byteCount == size)
        #expect((0..<size).allSatisfy { byte(memory, at: $0) == 0 })
        set(memory, at: size - 1, to: 9)
        #expect(byte(memory, at: size - 1) == 9)
    }

    @Test(arguments: [true, false]) func whoIsGivenItSeesWhatIsWrittenThere(othersMayWrite: Bool) throws {
        let memory = try FrameMemory(byteCount: size, othersMayWrite: othersMayWrite)
        set(memory, at: 3, to: 7)
        let other = try FrameMemory(given: dup(memory.descriptor), isWritable: false)
        #expect(other.byteCount == size)
        #expect(byte(other, at: 3) == 7)
        set(memory, at: size - 1, to: 8)
        #expect(byte(other, at: size - 1) == 8)
    }

    @Test func whoMayWriteIsSeenHere() throws {
        let memory = try FrameMemory(byteCount: size, othersMayWrite: true)
        let other = try FrameMemory(given: dup(memory.descriptor), isWritable: true)
        set(other, at: 5, to: 1)
        #expect(byte(memory, at: 5) == 1)
    }

    /// An access after its end would be a fault.
    @Test func nobodyMakesItShorterOrLonger() throws {
        let memory = try FrameMemory(byteCount: size, othersMayWrite: true)
        for length in [0, size - 1, size + 1] { #expect(ftruncate(memory.descriptor, off_t(length)) != 0) }
        let other = try FrameMemory(given: dup(memory.descriptor), isWritable: false)
        #expect(other.byteCount == size)
    }

    @Test func itLivesAsLongAsSomebodyHasIt() throws {
        var memory: FrameMemory? = try FrameMemory(byteCount: size, othersMayWrite: true)
        let descriptor = dup(try #require(memory).descriptor)
        set(try #require(memory), at: 0, to: 4)
        memory = nil
        let other = try FrameMemory(given: descriptor, isWritable: false)
        #expect(byte(other, at: 0) == 4)
    }

    @Test func whatIsNoMemoryIsRefused() throws {
        for path in ["/dev/null", "/", "/dev/zero"] {
            let descriptor = open(path, O_RDONLY)
            try #require(descriptor >= 0)
            #expect(throws: SourceError("no memory is shared"), "\(path)") {
                try FrameMemory(given: descriptor, isWritable: false)
            }
            close(descriptor)
        }
        #expect(throws: SourceError("no memory is shared")) { try FrameMemory(given: -1, isWritable: false) }
    }

    @Test func whatIsGivenBackIsZeros() throws {
        let memory = try FrameMemory(byteCount: size, othersMayWrite: true)
        for place in 0..<size { set(memory, at: place, to: 1) }
        memory.discard(behind: 10)
        #expect((0..<10).allSatisfy { byte(memory, at: $0) == 1 })
        #expect((size / 4..<size).allSatisfy { byte(memory, at: $0) == 0 })
        // Behind its end there is nothing.
        memory.discard(behind: size)
        memory.discard(behind: 2 * size)
        #expect(byte(memory, at: 0) == 1)
    }
}
