/// Whether bars lie at even distances, as they are seen from any side.
enum EvenPlaces {
    /// How much nearer one end of the row may be than the other, as the ratio of distances there. Not measured: 60° from the side.
    private static let maxRatio = 3.0

    /// Whether each of `places`, two or more, lies within `maxShift` mean distances of where a row would have it.
    ///
    /// Place i of a row that is seen from the side is (x + a·i) / (1 + c·i): the first, the middle and the last place say which one.
    static func areEven(_ places: [Double], maxShift: Double) -> Bool {
        let (last, middle) = (places.count - 1, places.count / 2)
        guard last >= 2 else { return last == 1 }
        let (x, xm, xn) = (places[0], places[middle], places[last])
        let (m, n) = (Double(middle), Double(last))
        guard xn > xm, xm > x else { return false }
        let pitch = (xn - x) / n
        let c = (x + m * pitch - xm) / (m * (xm - xn))
        // Distances are as 1 to the square of 1 + c·i.
        let ratio = (1 + c * n) * (1 + c * n)
        guard 1 + c * n > 0, ratio <= maxRatio, ratio >= 1 / maxRatio else { return false }
        let a = pitch + xn * c
        return places.enumerated().allSatisfy { i, place in
            abs(place - (x + a * Double(i)) / (1 + c * Double(i))) <= maxShift * pitch
        }
    }
}
