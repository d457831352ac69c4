#pragma once
#include <semaphore.h>

/// What somebody may cancel: another thread or a signal.
typedef struct {
    /// 1 once it was cancelled.
    volatile int flag;
    sem_t wake;
} qz_cancellation;

void qz_cancellation_init(qz_cancellation *_Nonnull cancellation);
void qz_cancellation_destroy(qz_cancellation *_Nonnull cancellation);

/// 1 once it was cancelled; for what reads it by itself.
volatile int *_Nonnull qz_cancellation_flag(qz_cancellation *_Nonnull cancellation);

/// Cancels; safe in a handler of signals.
void qz_cancellation_cancel(qz_cancellation *_Nonnull cancellation);

/// Waits so long, or until it was cancelled.
void qz_cancellation_wait(qz_cancellation *_Nonnull cancellation, int milliseconds);

/// From now on SIGINT (Ctrl-C) cancels instead of ending the process; with NULL it ends it again. `cancellation` has to live until then.
/// One at a time.
void qz_cancel_on_interrupt(qz_cancellation *_Nullable cancellation);
