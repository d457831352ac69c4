import Encoding
import Files

extension ArtworkFormat {
    static let pdf = ArtworkFormat("pdf") { symbol, style throws(UserError) in
        let outline = symbol.outline
        let points = style.modulePoints
        let (width, height) = (outline.width * points, outline.height * points)
        var content = PDFContent()
        content.draw(outline, points: points, x: 0, y: height, dark: style.dark, light: style.light)
        var file: [UInt8] = []
        var writer = PDFWriter { file += $0 }
        do {
            try writer.addPage(width: width, height: height, content)
            try writer.finish()
        } catch {
            throw UserError("the page cannot be made: \(error)")
        }
        return file
    }
}
