#pragma once
#include <stddef.h>

/// Whether libcups is there.
int qz_cups_is_there(void);

/// A printer that CUPS knows, by its name.
typedef struct {
    char name[256];
    /// Its URI, or that of its device; empty where CUPS tells none.
    char uri[1024];
    char info[256];
    char make[256];
    /// Its state as a number of IPP: 3 idle, 4 processing, 5 stopped; 0 unknown.
    int state;
    char reasons[512];
    /// 0 where it takes no jobs.
    int takes_jobs;
    int is_default;
} qz_cups_destination;

/// Puts up to `most` printers into `list`; returns how many there are there, or -1 where libcups is not.
int qz_cups_destinations(qz_cups_destination *_Nonnull list, int most);

/// Puts into `name` what the server of CUPS is called: a socket's path, or `HOST:PORT`. Returns whether it answers within `seconds`; -1
/// where libcups is not there.
int qz_cups_server(int seconds, char *_Nonnull name, size_t size);

/// A connection to a printer.
typedef struct qz_ipp qz_ipp;

/// Connects to a printer: an `ipp` or `ipps` address, or the name of one that CUPS knows. Returns NULL where that fails; `problem` says
/// why then. A call that lasts longer than `seconds` fails, and one that is under way when `*is_cancelled` is not 0.
qz_ipp *_Nullable qz_ipp_open(
    const char *_Nonnull target, int seconds, volatile int *_Nonnull is_cancelled, char *_Nonnull problem, size_t size);
/// Asks for the printer's attributes. Returns 0, or the status of IPP, or -1 where no answer came; `problem` says why then.
int qz_ipp_ask_printer(qz_ipp *_Nonnull ipp, char *_Nonnull problem, size_t size);
/// Asks for a job's attributes; returns as above.
int qz_ipp_ask_job(qz_ipp *_Nonnull ipp, int job, char *_Nonnull problem, size_t size);
/// The values of an attribute of the last answer as text, commas between them; empty where it has none. Cut off where there are more.
void qz_ipp_text(qz_ipp *_Nonnull ipp, const char *_Nonnull name, char *_Nonnull text, size_t size);
/// The first value of a number of the last answer; -1 where it has none.
int qz_ipp_number(qz_ipp *_Nonnull ipp, const char *_Nonnull name);

/// What is printed, and how.
typedef struct {
    const char *_Nonnull title;
    const char *_Nonnull format;
    int copies;
    /// 3 draft, 4 normal, 5 high; 0 for the printer's own.
    int quality;
    const char *_Nullable media;
    /// Whether the page is to be printed as large as it is.
    int is_unscaled;
} qz_ipp_job;

/// Sends the file to be printed; returns the job's number, or -1. `problem` says why then, `status` has the status of IPP.
int qz_ipp_print(
    qz_ipp *_Nonnull ipp, const qz_ipp_job *_Nonnull job, int file, int *_Nonnull status, char *_Nonnull problem,
    size_t size);
/// Takes a job back; returns 0, or the status of IPP, or -1; `problem` says why then. Not held up by `is_cancelled`.
int qz_ipp_cancel(qz_ipp *_Nonnull ipp, int job, char *_Nonnull problem, size_t size);
void qz_ipp_close(qz_ipp *_Nonnull ipp);
