import Symbols
import Testing

@testable import Decoding

@Suite struct LiveScheduleTests {
    /// Runs `frames` frames with engines of constant cost; returns the mean time per frame and the number of zbar's passes.
    private func run(pixels: Int, budget: Duration, frames: Int, zxingNanoseconds: Double, zbarNanoseconds: Double)
        -> (mean: Double, looks: Int)
    {
        var schedule = LiveSchedule()
        var total = 0.0
        var looks = 0
        for _ in 0..<frames {
            let thoroughness = schedule.zxingThoroughness(pixels: pixels, budget: budget)
            let share = thoroughness == .full ? 1.0 : thoroughness == .rotated ? 0.3 : 0.25
            let spent = Duration.nanoseconds(Int64(zxingNanoseconds * share * Double(pixels)))
            schedule.recordZXing(thoroughness, pixels: pixels, spent: spent)
            total += spent.nanoseconds
            if schedule.schedulesZBar(pixels: pixels, budget: budget, spent: spent) {
                let slow = Duration.nanoseconds(Int64(zbarNanoseconds * Double(pixels)))
                schedule.recordZBar(pixels: pixels, spent: slow)
                total += slow.nanoseconds
                looks += 1
            }
        }
        return (total / Double(frames), looks)
    }

    @Test(arguments: [(640 * 480, 15), (1280 * 720, 20), (1920 * 1080, 33), (640 * 480, 40)])
    func meanTimeStaysWithinTheBudget(_ pixels: Int, _ milliseconds: Int) {
        let budget = Duration.milliseconds(milliseconds)
        let result = run(pixels: pixels, budget: budget, frames: 3000, zxingNanoseconds: 13, zbarNanoseconds: 70)
        #expect(result.mean <= budget.nanoseconds * 1.02)
        #expect(result.looks >= 3000 / LiveSchedule.maxFramesWithoutZBar)
        #expect(result.looks <= 3000 / LiveSchedule.framesBetween + 1, "what nobody needs is saved")
    }

    @Test func zbarLooksAtTheFirstFrameWhereItFits() {
        let result = run(
            pixels: 640 * 480, budget: .milliseconds(33), frames: 1, zxingNanoseconds: 13, zbarNanoseconds: 70)
        #expect(result.looks == 1)
    }

    @Test func zbarLooksAtEveryFrameWhereTimeAllows() {
        let result = run(
            pixels: 320 * 240, budget: .milliseconds(33), frames: 100, zxingNanoseconds: 13, zbarNanoseconds: 70)
        #expect(result.looks == 100)
    }

    @Test func zbarLooksNowAndThenEvenWhenZXingAloneTakesTheBudget() {
        let result = run(
            pixels: 1920 * 1080, budget: .milliseconds(1), frames: 300, zxingNanoseconds: 13, zbarNanoseconds: 70)
        #expect(result.looks == 300 / LiveSchedule.maxFramesWithoutZBar)
    }

    @Test func aLiveReadReportsWhetherZBarLookedAtAllOfIt() throws {
        let reader = SymbolReader()
        let picture = Picture(width: 640, height: 480).with(try Picture(fixture: "databar"), x: 100, y: 100)
        var (complete, found) = (0, 0)
        for _ in 0..<200 {
            let result = picture.read(reader, effort: .live(budget: .milliseconds(1)))
            // Only zbar reads DataBar: in whole frames when the schedule allows, and in rotated candidates.
            #expect(result.symbols.count == 1 || !result.isComplete)
            complete += result.isComplete ? 1 : 0
            found += result.symbols.count
        }
        #expect(complete > 0)
        #expect(complete < 200)
        #expect(found > complete)
        #expect(found > 100)
    }
}
