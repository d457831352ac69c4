import Symbols

/// Joins each add-on with the product next to it.
///
/// An add-on means nothing by itself, and stripes easily look like one: without a product near it, it is dropped.
enum AddOnJoining {
    static func join(_ symbols: [Symbol]) -> [Symbol] {
        var result = symbols.filter { !$0.content.symbology.isAddOn }
        for addOn in symbols where addOn.content.symbology.isAddOn {
            let place = Place(addOn.corners).grown(by: 1)
            let nearest = result.indices.filter { index in
                guard result[index].content.symbology.isProduct else { return false }
                let product = Place(result[index].corners)
                let reach = max(product.right - product.left, product.bottom - product.top)
                return product.grown(by: reach).intersection(place) > 0
            }.min {
                result[$0].corners.center.distance(to: addOn.corners.center)
                    < result[$1].corners.center.distance(to: addOn.corners.center)
            }
            guard let nearest else { continue }
            // Five digits hold more bars than two: what looks like both is the longer one.
            let digits = addOn.content.text ?? ""
            if digits.count >= result[nearest].content.addOn?.count ?? 0 { result[nearest].content.addOn = digits }
        }
        return result
    }
}
