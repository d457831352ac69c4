import GRDB

/// Noticing that the history is damaged, and going on with what can be saved of it.
extension HistoryStore {
    /// What was found to be damaged.
    enum Damage: Hashable {
        /// The index of words alone: it is rebuilt from what it is an index of.
        case index
        case file
    }

    /// Whether a call has met something damaged since the last `mend`.
    package var hasMetDamage: Bool { damage.withLock { $0 != nil } }

    /// Looks whether the file is damaged, and mends it then: what can be read goes into a new one, and the damaged one is set aside.
    /// Takes as long as reading all of it. `takeReplacement` shows what was done.
    ///
    /// - Parameter isLooking: whether the whole file is looked at where no call has met damage; default true.
    /// - Returns: whether anything was done.
    /// - Throws: `HistoryError` when it cannot be repaired; what is there stays as it is.
    @discardableResult
    package func mend(isLooking: Bool = true) throws(HistoryError) -> Bool {
        guard !isInMemory else { return false }
        mending.lock()
        defer { mending.unlock() }
        let met = damage.withLock { $0 }
        if met == nil {
            guard isLooking, try !Self.fileProblems(at: path, isQuick: true).isEmpty else { return false }
        }
        if met == .index, try perform(renewIndexUnlessDamaged) { return true }
        // Meanwhile another program may have done it.
        let recovery = try Self.recover(at: path)
        damage.withLock { $0 = nil }
        try perform { try renewIfGone() }
        if let recovery { tellReplacement(recovery.description) }
        return true
    }

    /// What was done about a history.
    package enum Repair: Sendable, Hashable {
        case none
        /// Nothing: pages are in order, but single scans cannot be read whole, for which there is a line each.
        case rows([String])
        /// The index of words was rebuilt.
        case index
        /// What can be read is in a new file.
        case recovered(HistoryRecovery)
    }

    /// Looks at every page and every word of a history that is not open here, and mends what is damaged.
    ///
    /// - Throws: `HistoryError` when it cannot be repaired; what is there stays as it is.
    package static func repair(at path: String) throws(HistoryError) -> Repair {
        let problems = try fileProblems(at: path)
        if problems.isEmpty {
            let rows = try rowProblems(at: path)
            return rows.isEmpty ? .none : .rows(rows)
        }
        if problems.last == damagedIndex {
            let store = try open(at: path)
            defer { store.close() }
            if try store.perform(store.renewIndexUnlessDamaged) { return .index }
        }
        return try recover(at: path).map(Repair.recovered) ?? .none
    }

    /// - Returns: false if the index is so damaged that it cannot be rebuilt in place.
    private func renewIndexUnlessDamaged() throws -> Bool {
        do {
            try renewIndex()
            return true
        } catch let error as DatabaseError where error.isAboutContent {
            return false
        }
    }

    private func renewIndex() throws {
        try pool.write { try SearchIndex.renew($0, path) }
        damage.withLock { $0 = nil }
        tellReplacement("the search index was damaged and has been rebuilt")
    }

    /// Notes what `error` tells of damage.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError, error.resultCode == .SQLITE_CORRUPT else { return }
        meet(error.extendedResultCode == .SQLITE_CORRUPT_VTAB ? .index : .file)
    }
}
