import Testing

@testable import Terminal

@Suite struct PipelineTests {
    private func member(_ id: Int32, parent: Int32, group: Int32, _ state: Character = "S") -> Pipeline.Member {
        Pipeline.Member(id: id, state: state, parent: parent, group: group)
    }

    @Test func aProcessIsReadWhateverItsNameHolds() {
        #expect(Pipeline.Member(stat: "12 (cat) S 7 11 11 0") == member(12, parent: 7, group: 11))
        #expect(Pipeline.Member(stat: "12 (a) S 1 (b) R 7 11 11 0") == member(12, parent: 7, group: 11, "R"))
        for text in [
            "", "12", "12 (cat)", "12 (cat) S", "12 (cat) S 7", "x (cat) S 7 11 11", "12 (cat) S 7 99999999999 1",
        ] {
            #expect(Pipeline.Member(stat: text) == nil, "\(text)")
        }
    }

    @Test func writersOfTheSameJobAreWaitedForAndNoOthers() {
        let shell = member(7, parent: 1, group: 7)
        let own = member(20, parent: 7, group: 19)
        #expect(Pipeline.hasOthers([shell, own, member(19, parent: 7, group: 19)], than: 20))
        // What a writer has started writes as well.
        #expect(Pipeline.hasOthers([shell, own, member(30, parent: 29, group: 19)], than: 20))
        // One that has ended, another job, and this program's own children.
        let others = [
            member(19, parent: 7, group: 19, "Z"), member(40, parent: 7, group: 40), member(21, parent: 20, group: 19),
            member(22, parent: 21, group: 19),
        ]
        #expect(!Pipeline.hasOthers([shell, own] + others, than: 20))
        // A shell without jobs is of the same group, and waits for this program.
        #expect(!Pipeline.hasOthers([member(19, parent: 1, group: 19), member(20, parent: 19, group: 19)], than: 20))
        #expect(!Pipeline.hasOthers([], than: 20))
        // Numbers that were used again while they were read.
        #expect(
            Pipeline.hasOthers([own, member(50, parent: 51, group: 19), member(51, parent: 50, group: 1)], than: 20))
    }
}
