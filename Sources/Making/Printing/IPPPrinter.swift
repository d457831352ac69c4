import CLoaded
import Files
import Glibc

/// A cancellation that another thread or a signal handler may request.
package final class PrintCancellation: Sendable {
    // SAFETY: the flag is only ever set to 1, and the semaphore may be used from several threads. Never freed: a handler on another thread
    // may still hold it; a few bytes for each job.
    nonisolated(unsafe) private let state = UnsafeMutablePointer<qz_cancellation>.allocate(capacity: 1)

    package init() { qz_cancellation_init(state) }

    /// Asks the job to end; async-signal-safe.
    package func cancel() { qz_cancellation_cancel(state) }

    /// Runs `body` while Ctrl-C (SIGINT) cancels instead of ending the process; for one at a time.
    package func whileInterruptCancels<Value>(_ body: () throws -> Value) rethrows -> Value {
        qz_cancel_on_interrupt(state)
        defer { qz_cancel_on_interrupt(nil) }
        return try withExtendedLifetime(self) { try body() }
    }

    package var isCancelled: Bool { flag.pointee != 0 }

    /// Waits for this long, or until cancelled.
    func wait(milliseconds: Int32) { qz_cancellation_wait(state, milliseconds) }

    /// 1 once it is cancelled; for libcups, which reads it as long as this object lives.
    var flag: UnsafeMutablePointer<Int32> { qz_cancellation_flag(state) }
}

/// A connection to a printer that speaks IPP (RFC 8011), through libcups.
final class IPPPrinter {
    private let connection: OpaquePointer
    private let name: String
    private let cancellation: PrintCancellation

    /// - Throws: `UserError` where there is no such printer, or no libcups.
    init(_ target: String, patience: Int, _ cancellation: PrintCancellation) throws(UserError) {
        (name, self.cancellation) = (UserError.quoted(target), cancellation)
        let patience = try Self.lookUpHost(of: target, name, patience: patience, cancellation)
        var problem = [CChar](repeating: 0, count: 512)
        guard let opened = qz_ipp_open(target, Int32(patience), cancellation.flag, &problem, problem.count) else {
            throw Self.unreachable(name, Self.text(problem))
        }
        connection = opened
    }

    deinit { qz_ipp_close(connection) }

    /// Looks the host of an address up, because libcups would wait for that without end. What is not found is left to libcups to say.
    ///
    /// - Returns: the seconds that are left.
    private static func lookUpHost(
        of target: String, _ name: String, patience: Int, _ cancellation: PrintCancellation
    ) throws(UserError) -> Int {
        guard let host = Printer.host(ofIPP: target) else { return patience }
        let (clock, lookup) = (PrinterClock(), HostLookup(host, port: 631))
        let deadline = clock.now() + .seconds(patience)
        let printer = "the printer \(name)"
        guard
            try lookup.answer(until: deadline, clock, printer, patience: patience, { cancellation.isCancelled }) != nil
        else { throw UserError("cancelled: nothing printed") }
        return max(1, Int((deadline - clock.now()).components.seconds))
    }

    private static func unreachable(_ name: String, _ reason: String) -> UserError {
        switch reason {
        case "libcups is not installed":
            UserError("printing needs libcups: install it (Debian: libcups2), or write a file with -o")
        case "unknown":
            if let server = CUPSServer.silent {
                UserError(
                    "there is no printer \(name): CUPS does not respond at \(server): start it, or use ipp://HOST")
            } else {
                UserError("there is no printer \(name): `quietzone printers` lists those that CUPS knows")
            }
        case "cancelled": UserError("cancelled: nothing printed")
        case "":
            UserError(
                "\(name) is not a printer's address: use ipp://HOST/ipp/print, or a name that `quietzone printers` lists"
            )
        default:
            UserError(
                "the printer \(name) cannot be reached: \(reason): check that it is on and its address is correct")
        }
    }

    /// What the printer says of itself.
    func facts() throws(UserError) -> PrinterFacts {
        try ask("does not report its capabilities") { qz_ipp_ask_printer(connection, $0, $1) }
        return PrinterFacts(
            model: text("printer-make-and-model"), state: PrinterState(number("printer-state")),
            reasons: list("printer-state-reasons"), message: message("printer-state-message"),
            takesJobs: text("printer-is-accepting-jobs") != "false",
            formats: list("document-format-supported"), media: list("media-supported"),
            defaultMedia: text("media-default"), qualities: list("print-quality-supported"),
            scalings: list("print-scaling-supported"), maximumCopies: maximumCopies)
    }

    /// Sends a job.
    ///
    /// - Returns: its number.
    func submit(_ spool: PrintSpool, format: String, _ ticket: PrintTicket, media: String?, isUnscaled: Bool)
        throws(UserError) -> Int
    {
        var problem = [CChar](repeating: 0, count: 512)
        var status: Int32 = 0
        lseek(spool.descriptor, 0, SEEK_SET)
        let job = ticket.title.withCString { title in
            format.withCString { format in
                (media ?? "").withCString { paper in
                    var job = qz_ipp_job(
                        title: title, format: format, copies: Int32(ticket.copies),
                        quality: ticket.quality?.number ?? 0,
                        media: media == nil ? nil : paper, is_unscaled: isUnscaled ? 1 : 0)
                    return qz_ipp_print(connection, &job, spool.descriptor, &status, &problem, problem.count)
                }
            }
        }
        guard job > 0 else { throw refused("does not accept the job", problem) }
        return Int(job)
    }

    /// The state of a job, and why it is in it; `message` is what the printer of a queue of CUPS says of it.
    func state(ofJob job: Int) throws(UserError) -> (state: Int, reasons: [String], message: String, pages: Int) {
        try ask("does not report the outcome of job \(job)") { qz_ipp_ask_job(connection, Int32(job), $0, $1) }
        return (
            number("job-state"), list("job-state-reasons"), message("job-printer-state-message"),
            number("job-impressions-completed")
        )
    }

    /// Takes a job back.
    func cancel(job: Int) throws(UserError) {
        try ask("does not cancel job \(job)") { qz_ipp_cancel(connection, Int32(job), $0, $1) }
    }

    /// Does a call that returns 0, or writes why not; `what` is said of the printer then.
    private func ask(
        _ what: String, _ call: (UnsafeMutablePointer<CChar>, Int) -> Int32
    ) throws(UserError) {
        var problem = [CChar](repeating: 0, count: 512)
        guard call(&problem, problem.count) == 0 else { throw refused(what, problem) }
    }

    private func refused(_ what: String, _ problem: [CChar]) -> UserError {
        let reason = Self.text(problem)
        if reason == "cancelled" { return UserError("cancelled: nothing printed") }
        return UserError("the printer \(name) \(what): \(reason)")
    }

    private var maximumCopies: Int {
        // A range as text: 1-99.
        text("copies-supported").split(separator: "-").last.flatMap { Int($0) } ?? 1
    }

    private func number(_ name: String) -> Int { Int(qz_ipp_number(connection, name)) }

    private func text(_ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 32_768)
        qz_ipp_text(connection, name, &buffer, buffer.count)
        return Self.text(buffer)
    }

    /// What a person has written, or a driver: no more than fits a line.
    private func message(_ name: String) -> String { String(text(name).prefix(200)) }

    private func list(_ name: String) -> [String] { text(name).split(separator: ",").map(String.init) }

    /// Text of a stranger on one line.
    private static func text(_ buffer: [CChar]) -> String {
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self).map { $0.isNewline ? " " : String($0) }.joined()
    }
}
