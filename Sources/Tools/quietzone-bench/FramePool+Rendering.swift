import Frames

extension FramePool {
    /// A frame that `render` draws; throws where no slot is free.
    func frame(
        _ width: Int, _ height: Int, number: Int = 0, render: (UnsafeMutableBufferPointer<UInt8>) throws -> Void
    ) throws -> Frame {
        guard var draft = draft(width: width, height: height) else { throw BenchError("no slot") }
        try draft.withLuma { try render($0) }
        return draft.finish(sequence: UInt64(number))
    }
}
