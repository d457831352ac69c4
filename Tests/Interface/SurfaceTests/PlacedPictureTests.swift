import Surface
import Testing

@Suite struct PlacedPictureTests {
    private func picture(_ area: Rect) throws -> PlacedPicture {
        try #require(PlacedPicture(area: area, width: 1, height: 2, luma: [1, 2], way: .kitty))
    }

    @Test func itIsSeenWhereNothingIsDrawnOverIt() throws {
        var canvas = Canvas(width: 6, height: 3)
        canvas.place(try picture(Rect(x: 1, y: 1, width: 4, height: 2)))
        canvas.write("ab", x: 0, y: 1)
        canvas.fill(Rect(x: 3, y: 2, width: 3, height: 1))
        #expect(
            canvas.cells.map(\.showsPicture) == [
                false, false, false, false, false, false,
                false, false, true, true, true, false,
                false, true, true, false, false, false,
            ])
        #expect(canvas.text == "\nab\n\n")
    }

    @Test func anotherTakesItsPlace() throws {
        var canvas = Canvas(width: 4, height: 2)
        canvas.place(try picture(Rect(x: 0, y: 0, width: 2, height: 1)))
        canvas.place(try picture(Rect(x: 2, y: 1, width: 2, height: 1)))
        #expect(canvas.cells.map(\.showsPicture) == [false, false, false, false, false, false, true, true])
        canvas.place(try picture(Rect(x: 3, y: 1, width: 2, height: 1)))
        #expect(canvas.picture?.area.x == 2, "one that is not within the canvas")
    }

    @Test func onlyWholePicturesAreTaken() {
        let area = Rect(x: 0, y: 0, width: 1, height: 1)
        #expect(PlacedPicture(area: area, width: 2, height: 2, luma: [1, 2, 3], way: .sixel) == nil)
        #expect(PlacedPicture(area: area, width: 0, height: 0, luma: [], way: .sixel) == nil)
        let nothing = Rect(x: 0, y: 0, width: 0, height: 1)
        #expect(PlacedPicture(area: nothing, width: 1, height: 1, luma: [1], way: .sixel) == nil)
        #expect(CellPixels(width: 0, height: 9) == nil)
        #expect(CellPixels(width: 8, height: 5000) == nil)
    }
}
