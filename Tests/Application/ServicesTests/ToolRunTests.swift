@testable import Services
import Foundation
import Testing

struct ToolRunTests {
    private func shell(_ script: String, input: ToolRun.Input = .bytes([]), limit: Duration = .seconds(20)) throws
        -> ToolRun.Ending
    { try ToolRun(["/bin/sh", "-c", script], input: input, limit: limit).run() }

    @Test func readsWhatIsWritten() throws {
        let ending = try shell("cat; echo wrong >&2; exit 3", input: .bytes(Array("in\n".utf8)))
        #expect(ending.status == 3)
        #expect(!ending.isSuccess)
        #expect(ending.text == "in\nwrong\n")
        #expect(ending.lastLine == "wrong")
    }

    @Test func argumentsAreNoShells() throws {
        let ending = try ToolRun(["/bin/echo", "$HOME; `id` \"'", "-n"], limit: .seconds(20)).run()
        #expect(ending.text == "$HOME; `id` \"' -n\n")
    }

    @Test func muchIsReadAndWrittenWithoutADeadlock() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let ending = try shell("cat", input: .bytes(bytes))
        #expect(ending.isSuccess)
        #expect(ending.output.count == 65_536, "what is kept is limited")
    }

    @Test func aProgramThatReadsNothingIsNoError() throws {
        let ending = try shell("exit 0", input: .bytes([UInt8](repeating: 0, count: 1 << 20)))
        #expect(ending.isSuccess)
    }

    @Test func itsTimeIsLimitedAndItsChildrenEndWithIt() throws {
        let began = ContinuousClock.now
        let ending = try shell("sleep 3600 & echo $!; wait", limit: .milliseconds(300))
        #expect(ending.hasTimedOut)
        #expect(ending.status == nil)
        #expect(ContinuousClock.now - began < .seconds(600))
        let child = try #require(pid_t(ending.lastLine))
        // A killed process takes a moment to end, and may be a zombie until init has taken it over.
        func hasEnded() -> Bool {
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            return state.map { $0.contains(") Z") } ?? true
        }
        while !hasEnded(), ContinuousClock.now - began < .seconds(600) { usleep(5000) }
        #expect(hasEnded())
    }

    @Test func whatALeftChildHoldsOpenIsNotWaitedFor() throws {
        let began = ContinuousClock.now
        let ending = try shell("sleep 30 & echo done")
        #expect(ending.lastLine == "done")
        #expect(ContinuousClock.now - began < .seconds(20))
    }

    @Test func aSignalIsNoStatus() throws {
        #expect(try shell("kill -9 $$").status == nil)
    }

    @Test func aQuestionOnATerminalIsAnswered() throws {
        let answer = ToolRun.Input.answer(prompt: "Passphrase:", line: Array("a b\"c".utf8))
        let ending = try shell(
            "stty -echo; printf 'Passphrase: '; read -r x; echo; echo \"<$x>\"; test -t 0", input: answer)
        #expect(ending.isSuccess)
        #expect(ending.lastLine == "<a b\"c>")
    }

    @Test func aProgramThatAsksForEverIsAnsweredThreeTimes() throws {
        let answer = ToolRun.Input.answer(prompt: "Passphrase:", line: Array("no".utf8))
        let script =
            "stty -echo; n=0; while printf 'Passphrase: ' && read -t 2 -r x; do n=$((n+1)); done; echo; echo $n"
        let ending = try ToolRun(["/bin/bash", "-c", script], input: answer, limit: .seconds(30)).run()
        #expect(ending.lastLine == "3")
    }

    @Test func coloursAreLeftOut() throws {
        #expect(try shell("printf '\\033[0;91mbad\\033[0m\\r\\n'").lastLine == "bad")
    }

    @Test func noSignalIsBlockedOrIgnoredInIt() throws {
        let masks = try shell("sed -n 's/^Sig[BI][lg][kn]://p' /proc/self/status").text.split(
            whereSeparator: \.isWhitespace)
        // Two that the C library keeps for itself stay as they are.
        let own: UInt64 = 3 << 31
        #expect(masks.compactMap { UInt64($0, radix: 16) }.map { $0 & ~own } == [0, 0])
    }

    @Test func whatIsNotInstalledIsNamed() {
        #expect { try ToolRun(["/nowhere/tool"], limit: .seconds(1)).run() } throws: { error in
            "\(error)" == "/nowhere/tool is not installed"
        }
    }
}
