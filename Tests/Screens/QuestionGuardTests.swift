import Screens
import Surface
import Testing

@Suite struct QuestionGuardTests {
    private let start = ContinuousClock.now

    /// Whether the guard accepts each of the inputs in sequence.
    private func lets(_ questionGuard: inout QuestionGuard, _ inputs: [(Input, milliseconds: Int)]) -> [Bool] {
        inputs.map { questionGuard.lets($0.0, at: start + .milliseconds($0.milliseconds)) }
    }

    private func asked(_ kind: QuestionGuard.Question) -> QuestionGuard {
        var questionGuard = QuestionGuard()
        questionGuard.note((1, kind))
        return questionGuard
    }

    @Test func withoutAQuestionEveryKeyPasses() {
        var questionGuard = QuestionGuard()
        questionGuard.note(nil)
        questionGuard.drawn(at: start)
        #expect(lets(&questionGuard, [(.key(.character("y")), 0)]) == [true])
        #expect(!questionGuard.isUndrawn)
    }

    @Test(arguments: [QuestionGuard.Question.confirmation, .prompt])
    func nothingPassesBeforeItIsDrawn(kind: QuestionGuard.Question) {
        var questionGuard = asked(kind)
        #expect(questionGuard.isUndrawn)
        for input: Input in [.key(.character("Y")), .key(.enter), .key(.escape), .paste("a")] {
            #expect(lets(&questionGuard, [(input, 10_000)]) == [false])
        }
    }

    /// Nobody waits for a question that they began to answer: `12`, Enter.
    @Test func whatFollowsATypedBeginningBelongsToIt() {
        var questionGuard = asked(.begunPrompt)
        #expect(!questionGuard.isUndrawn)
        #expect(lets(&questionGuard, [(.key(.character("2")), 0), (.key(.enter), 1)]) == [true, true])
        questionGuard.drawn(at: start)
        #expect(lets(&questionGuard, [(.key(.enter), 1)]) == [true])
    }

    @Test func aConfirmationWaitsAQuarterOfASecondAndForAPause() {
        var questionGuard = asked(.confirmation)
        questionGuard.drawn(at: start)
        #expect(!questionGuard.isUndrawn)
        // The first is too early, the second follows the first too quickly.
        let times = [249, 300, 421].map { (Input.key(.character("y")), milliseconds: $0) }
        #expect(lets(&questionGuard, times) == [false, false, true])
    }

    @Test func aKeyThatIsHeldNeverAnswers() {
        var questionGuard = asked(.confirmation)
        questionGuard.drawn(at: start)
        let times = (0..<300).map { (Input.key(.character("y")), milliseconds: 33 * $0) }
        #expect(!lets(&questionGuard, times).contains(true))
    }

    @Test func aPromptIsTypedIntoAtOnceButAnsweredLater() {
        var questionGuard = asked(.prompt)
        questionGuard.drawn(at: start)
        let inputs: [(Input, milliseconds: Int)] = [
            (.key(.character("a")), 10), (.key(.enter), 200), (.key(.enter), 250),
        ]
        #expect(lets(&questionGuard, inputs) == [true, false, true])
    }

    @Test func theNextQuestionBeginsAnew() {
        var questionGuard = asked(.prompt)
        questionGuard.drawn(at: start)
        questionGuard.note((1, .prompt))
        #expect(!questionGuard.isUndrawn, "the same one")
        questionGuard.note((2, .confirmation))
        #expect(questionGuard.isUndrawn)
        #expect(lets(&questionGuard, [(.key(.character("Y")), 5000)]) == [false])
    }
}
