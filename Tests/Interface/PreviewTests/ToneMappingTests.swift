import Preview
import Testing

@Suite struct ToneMappingTests {
    @Test func untilItAdaptsTheWholeRangeIsShown() {
        #expect(ToneMapping().levels(256).first == 0)
        #expect(ToneMapping().levels(256).last == 255)
        #expect(ToneMapping().levels(4)[127] == 1)
        #expect(ToneMapping().levels(4)[128] == 2)
    }

    @Test(arguments: [1, 2, 16, 64, 256]) func moreLightIsNeverLess(count: Int) {
        var tone = ToneMapping()
        tone.adapt(to: 20...220)
        let levels = tone.levels(count)
        #expect(levels.count == 256)
        #expect(levels == levels.sorted())
        #expect(levels[20] == 0)
        #expect(levels[220] == count - 1)
        #expect(levels[255] == count - 1)
    }

    @Test func aFlatPictureIsNotStretched() {
        var tone = ToneMapping()
        tone.adapt(to: 100...104)
        let levels = tone.levels(10)
        #expect(Set((100...104).map { levels[$0] }).count <= 2)
    }

    @Test func aChangeOfLightIsFollowedSlowly() {
        var tone = ToneMapping()
        tone.adapt(to: 0...100)
        tone.adapt(to: 100...200)
        // A fifth of the way to the new range: 20…120.
        #expect(tone.levels(10)[20] == 0)
        #expect(tone.levels(10)[71] == 5)
        #expect(tone.levels(10)[120] == 9)
        for _ in 0..<40 { tone.adapt(to: 100...200) }
        #expect(tone.levels(10)[100] == 0)
        #expect(tone.levels(10)[151] == 5)
    }

    @Test func darkPicturesAreLiftedAndLightOnesLowered() {
        var dark = ToneMapping()
        dark.adapt(to: 0...255, middle: 30)
        #expect((70...90).contains(dark.levels(256)[30]), "to nearly a third")
        var light = ToneMapping()
        light.adapt(to: 0...255, middle: 220)
        #expect((170...205).contains(light.levels(256)[220]))
        var even = ToneMapping()
        even.adapt(to: 0...255, middle: 120)
        #expect(even.levels(256) == ToneMapping().levels(256), "what is well lit stays")
    }

    @Test(arguments: [UInt8(0), 1, 128, 254, 255]) func bendingKeepsTheOrderAndTheEnds(_ middle: UInt8) {
        var tone = ToneMapping()
        tone.adapt(to: 10...250, middle: middle)
        let levels = tone.levels(256)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(levels.first == 0)
        #expect(levels.last == 255)
    }
}
