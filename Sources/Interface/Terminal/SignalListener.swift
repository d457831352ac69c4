import CLinux
import Files
import Glibc

/// Signals as input: blocked for every thread and read from a descriptor.
///
/// Made before the first thread, since threads inherit the mask; with another thread able to take SIGWINCH,
/// a waiting poll would sleep until a key comes.
package final class SignalListener {
    /// What a signal asks for.
    package enum Request: Sendable, Equatable {
        /// SIGWINCH: the terminal has another size.
        case resize
        /// SIGTSTP: stop for a while.
        case suspend
        /// SIGCONT: go on.
        case `continue`
        /// SIGTERM, SIGINT, SIGQUIT, SIGHUP: end; the signal's number.
        case terminate(Int32)
    }

    /// The descriptor to poll.
    package let descriptor: Int32

    /// Blocks the signals and listens.
    package init() throws(UserError) {
        descriptor = qz_signalfd([SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGQUIT, SIGHUP], 7)
        guard descriptor >= 0 else {
            throw UserError("cannot listen for signals: \(String(cString: strerror(-descriptor)))")
        }
        // A reader that went away is an error of the write, not the end of the program.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit { close(descriptor) }

    /// The requests that came since the last call.
    package func requests() -> [Request] {
        var requests: [Request] = []
        while true {
            switch qz_signalfd_next(descriptor) {
            case SIGWINCH: requests.append(.resize)
            case SIGTSTP: requests.append(.suspend)
            case SIGCONT: requests.append(.continue)
            case let number where number > 0: requests.append(.terminate(number))
            default: return requests
            }
        }
    }

    /// Lets signals end this process again, on this thread, once nobody listens any more.
    package static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGQUIT, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Ends this process by the signal `number`, as if nothing had listened: the parent sees the same.
    package static func end(by number: Int32) {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        kill(getpid(), number)
    }

    /// Stops the whole job as Ctrl-Z does elsewhere, and returns when it is continued. Where no shell would continue it
    /// (an orphaned process group) the kernel does not stop it, and this returns at once.
    package func stopUntilContinued() {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTSTP)
        // Only this thread lets it through, where it stops the process before kill returns.
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
