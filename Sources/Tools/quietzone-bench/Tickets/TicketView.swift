import Encoding
import Foundation

/// What a camera sees at a door: now and then a ticket's QR Code, held a little askew and out of focus, before what is there else.
struct TicketView {
    let width: Int
    let height: Int
    private let empty: EmptyScene

    /// - Parameter seed: the same seed gives the same scene.
    init(width: Int, height: Int, seed: UInt64) {
        (self.width, self.height) = (width, height)
        empty = EmptyScene(width: width, height: height, seed: seed)
    }

    /// The luma of a frame, rows packed, with noise of its own; `held` lies in its middle.
    func frame(_ round: Int, _ held: Held?) -> [UInt8] {
        var luma = [UInt8](repeating: 0, count: width * height)
        luma.withUnsafeMutableBufferPointer { plane in
            empty.render(round: round, into: plane)
            guard let held else { return }
            var picture = [UInt8](repeating: 0, count: held.side * held.side)
            picture.withUnsafeMutableBufferPointer { held.scene.render(round: round, into: $0) }
            let (left, top) = ((width - held.side) / 2, (height - held.side) / 2)
            for y in 0..<held.side {
                for x in 0..<held.side { plane[(top + y) * width + left + x] = picture[y * held.side + x] }
            }
        }
        return luma
    }

    /// A ticket as it is held.
    struct Held {
        let scene: SheetScene
        let side: Int

        /// - Parameter side: of its square of paper, in pixels.
        init(_ code: String, side: Int, seed: UInt64) throws {
            let sheet = try SymbolSheet(of: [.qrCode], count: 1, width: side, height: side, seed: seed, text: code)
            scene = SheetScene(sheet, pose: .camera, seed: seed)
            self.side = side
        }
    }
}
