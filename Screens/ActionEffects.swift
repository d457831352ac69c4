import Lookup
import Payloads
import Surface

extension Effect {
    /// What doing `action` leads to: what reaches outside asks first, and says before the question that it cannot be done here.
    ///
    /// - Parameter besides: warnings of the content that it belongs to.
    static func doing(_ action: PayloadAction, _ model: AppModel, besides: [PayloadWarning] = []) -> [Effect] {
        switch action.effect {
        case .copy(let text): [.file(.copy(text))]
        case .copyCode(let password): [.file(.copyCode(password))]
        case .open(let target): [.confirm(.opening(target, besides: besides), unless: model.obstacles.opening)]
        case .handOver(let address):
            [.confirm(.handingOver(address, besides: besides), unless: model.obstacles.opening)]
        case .handOverFile(let name, let bytes):
            [.confirm(.handingOver(name, bytes, besides: besides), unless: model.obstacles.opening)]
        case .join(let network): [.confirm(.joining(network, warnings: besides), unless: model.obstacles.joining)]
        case .save(let fileName, let bytes): [.file(.askSaving(title: action.title, name: fileName, bytes: bytes))]
        }
    }

    /// Does what a content of its kind is for, or says that there is nothing.
    package static func purpose(of payload: Payload, _ model: AppModel) -> [Effect] {
        if let product = ProductNumber(payload) { return [.lookup(.ask(product))] }
        guard let action = payload.purpose else {
            return [.notice(Notice("\(payload.kind.title): nothing to open or join; press y to copy"))]
        }
        return doing(action, model, besides: payload.contentWarnings)
    }

    /// Before the question: nobody reads where something leads for nothing.
    private static func confirm(_ question: Confirmation, unless obstacle: String?) -> Effect {
        obstacle.map { .notice(Notice($0, isWarning: true)) } ?? .confirm(question)
    }
}

extension Payload {
    /// What a content of this kind is for: the first action that is more than copying or saving it; nil for one that is only
    /// read, such as text.
    var purpose: PayloadAction? {
        actions.first { action in
            switch action.effect {
            case .open, .handOver, .handOverFile, .join: true
            case .copy, .copyCode, .save: false
            }
        }
    }
}

extension PayloadAction {
    var isSaving: Bool { if case .save = effect { true } else { false } }
}
