#pragma once
#include <semaphore.h>

/// A cancellation that another thread or a signal handler may request. It is never freed: a handler may still hold it.
typedef struct {
    /// 1 once cancelled.
    volatile int flag;
    sem_t wake;
} qz_cancellation;

void qz_cancellation_init(qz_cancellation *_Nonnull cancellation);

/// The flag, for code that polls it.
volatile int *_Nonnull qz_cancellation_flag(qz_cancellation *_Nonnull cancellation);

/// Cancels; async-signal-safe.
void qz_cancellation_cancel(qz_cancellation *_Nonnull cancellation);

/// Waits for this long, or until cancelled.
void qz_cancellation_wait(qz_cancellation *_Nonnull cancellation, int milliseconds);

/// From now on SIGINT (Ctrl-C) cancels instead of ending the process; NULL restores the default. One at a time.
void qz_cancel_on_interrupt(qz_cancellation *_Nullable cancellation);
