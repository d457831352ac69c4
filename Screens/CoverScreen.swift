import Formats
import Frames
import Preview
import Surface

/// The picture of a product, as large as the terminal lets, drawn as the camera's picture is.
package struct CoverScreen: Screen {
    private let title: String
    private let frame: Frame

    package init(title: String, _ frame: Frame) {
        (self.title, self.frame) = (SafeText.visible(title.singleLine(limit: 200)), frame)
    }

    package var context: KeyContext { .report }

    /// Goes back.
    package mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        command == .back ? [.pop] : [.run(command)]
    }

    /// There is nothing to scroll, to search or to export.
    package func idle(_ model: AppModel) -> Set<Command> {
        [
            .selectPrevious, .selectNext, .selectFirst, .selectLast, .pageUp, .pageDown, .halfPageUp, .halfPageDown,
            .find, .findNext, .findPrevious, .export, .open,
        ]
    }

    /// Draws the picture within a frame that has the product's name.
    package func render(into canvas: inout Canvas, context: RenderContext) {
        let outer = canvas.bounds.aboveKeys
        canvas.frame(outer, context.theme[.border], title: title)
        let inner = Rect(x: outer.x + 1, y: outer.y + 1, width: outer.width - 2, height: outer.height - 2)
        guard inner.width > 0, inner.height > 0 else { return }
        context.model.picture.painter.forStill(frame).draw(
            frame, by: PictureMapping(showing: frame.bounds, in: inner, cellAspect: context.cellAspect),
            style: (context.theme[.picture], context.theme[.pictureDimmed]),
            surroundings: context.isOnWhite ? .light : .dark, into: &canvas)
    }
}
