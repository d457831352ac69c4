#if DEBUG
    import CLinux
    import Foundation
    import Glibc

    /// What a test makes a child do before it reads the next frame. Not in release builds.
    enum ChildTest: Codable, Equatable {
        /// Sends itself a signal, as a crash would.
        case signal(Int32)
        /// Touches memory that is not there.
        case crash
        /// Fails an assertion of its own.
        case abort
        /// Never comes back.
        case loop
        /// Writes bytes to the parent that are not an answer.
        case say([UInt8])
        /// Answers with the result of each thing that it must not do: `-errno` or more.
        case misbehave(kinds: Int)
        /// Takes memory until it gets no more, or `megabytes`.
        case allocate(megabytes: Int)

        /// Runs the test that `payload` holds; false when it holds none.
        static func run(_ payload: [UInt8]) -> Bool {
            guard let test = try? JSONDecoder().decode(ChildTest.self, from: Data(payload)) else { return false }
            test.run()
            return true
        }

        func run() {
            switch self {
            case .signal(let number): raise(number)
            case .crash: UnsafeMutablePointer<UInt8>(bitPattern: 8)?.pointee = 1
            case .abort: Glibc.abort()
            case .loop: while true { sched_yield() }
            case .say(let bytes): write(bytes)
            case .misbehave(let kinds):
                let outcomes = (0..<kinds).map { qz_sandbox_try(Int32($0)) }
                FileHandle.standardError.write(Data("outcomes \(outcomes)\n".utf8))
                exit(3)
            case .allocate(let megabytes):
                var got = 0
                while got < megabytes, let piece = malloc(1 << 20) {
                    memset(piece, 1, 1 << 20)
                    got += 1
                }
                FileHandle.standardError.write(Data("allocated \(got) MiB\n".utf8))
                exit(3)
            }
        }

        private func write(_ bytes: [UInt8]) { _ = qz_send_waiting(3, bytes, bytes.count) }
    }
#endif
