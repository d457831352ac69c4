import Testing

@testable import Decoding

@Suite struct EvenPlacesTests {
    /// Places of a row whose far end is `ratio` times as narrow.
    private func row(_ count: Int, ratio: Double) -> [Double] {
        let c = (ratio.squareRoot() - 1) / Double(count - 1)
        return (0..<count).map(Double.init).map { 100 + 10 * $0 / (1 + c * $0) }
    }

    @Test(arguments: [0.4, 0.6, 1, 1.7, 2.5], [2, 3, 16, 78]) func rowsAreEvenFromEverySide(ratio: Double, count: Int) {
        #expect(EvenPlaces.areEven(row(count, ratio: ratio), maxShift: 0.05))
    }

    @Test func whatIsOutOfPlaceIsNot() {
        #expect(!EvenPlaces.areEven(row(30, ratio: 5), maxShift: 0.3))
        for i in 0..<30 {
            var places = row(30, ratio: 1.5)
            places[i] += 5
            #expect(!EvenPlaces.areEven(places, maxShift: 0.25), "\(i)")
        }
        #expect(!EvenPlaces.areEven([5], maxShift: 0.3))
        #expect(!EvenPlaces.areEven([], maxShift: 0.3))
        #expect(!EvenPlaces.areEven([1, 1, 1], maxShift: 0.3))
        #expect(!EvenPlaces.areEven([3, 2, 1], maxShift: 0.3))
    }
}
