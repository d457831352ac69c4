import Symbols
import Testing

@Suite struct SymbologyTests {
    @Test func everyIdentifierHasTheFormOfISO15424() {
        for symbology in Symbology.allCases {
            let identifier = symbology.defaultIdentifier
            #expect(identifier.count == 3, "\(symbology)")
            #expect(identifier.first == "]", "\(symbology)")
        }
    }

    @Test func namesAreLowerCaseWordsWithDashes() {
        for symbology in Symbology.allCases {
            #expect(symbology.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        }
    }

    @Test func errorCorrectedSymbologiesAreBelievedAtOnce() {
        for symbology in Symbology.allCases {
            // Intelligent Mail has an 11-bit checksum, and only a third of all 13-bit characters are valid; the other two have error
            // correction. The bars of a composite have none.
            let isCorrected =
                symbology.traits.dimension == .matrix && symbology != .gs1Composite
                || [.uspsIMb, .mailmark, .australiaPost].contains(symbology)
            #expect((symbology.traits.framesToAgree == 1) == isCorrected)
        }
    }
}

@Suite struct QuadrilateralTests {
    let square = Quadrilateral(
        topLeft: Point(x: 10, y: 10), topRight: Point(x: 30, y: 10), bottomRight: Point(x: 30, y: 30),
        bottomLeft: Point(x: 10, y: 30))

    @Test func measuresASquare() {
        #expect(square.area == 400)
        #expect(square.center == Point(x: 20, y: 20))
        #expect(abs(square.diameter - 28.284) < 0.001)
        #expect(square.boundsContain(Point(x: 10, y: 30)))
        #expect(!square.boundsContain(Point(x: 9, y: 20)))
    }

    @Test func onlyWhatLiesBetweenItsSidesIsInside() {
        let tilted = Quadrilateral(
            topLeft: Point(x: 20, y: 0), topRight: Point(x: 40, y: 20), bottomRight: Point(x: 20, y: 40),
            bottomLeft: Point(x: 0, y: 20))
        for shape in [
            tilted,
            Quadrilateral(
                topLeft: tilted.topRight, topRight: tilted.topLeft,
                bottomRight: tilted.bottomLeft, bottomLeft: tilted.bottomRight),
        ] {
            #expect(shape.contains(Point(x: 20, y: 20)))
            #expect(shape.contains(Point(x: 10, y: 10)))
            #expect(!shape.contains(Point(x: 5, y: 5)))
            #expect(shape.boundsContain(Point(x: 5, y: 5)))
        }
    }

    @Test func mapKeepsTheOrderOfCorners() {
        let moved = square.map { Point(x: $0.x + 1, y: $0.y - 1) }
        #expect(moved.corners.map(\.x) == [11, 31, 31, 11])
        #expect(moved.corners.map(\.y) == [9, 9, 29, 29])
    }

    @Test func shortTitlesAreShortAndDistinct() {
        let titles = Symbology.allCases.map(\.shortTitle)
        #expect(titles.allSatisfy { (2...7).contains($0.count) }, "\(titles.filter { $0.count > 7 })")
        #expect(Set(titles).count == titles.count)
    }
}
