/* Preloaded into a process, it writes down what the process does to the files of one folder, in
 * the order in which it happens: enough to make, afterwards, the disk as a power cut at any moment
 * would have left it. While a file `full` lies in the folder, nothing can be written there.
 *
 * POWERCUT_FOLDER  the folder, with a slash at its end
 * POWERCUT_TRACE   the file that the operations go to, outside the folder
 *
 * An operation is a head (kind, file, offset, length), and behind it the data of a write or the
 * name of a file that was opened. One lock goes around each operation and its line in the trace,
 * so that no sync stands in the trace before a write that it came after.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FILES = 64, DESCRIPTORS = 4096 };

struct head {
    int32_t kind; /* 'o'pen, 'w'rite, 't'runcate, 's'ync, 'u'nlink */
    int32_t file;
    int64_t offset;
    int64_t length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char names[FILES][PATH_MAX];
static int files = 0;
static int file_of[DESCRIPTORS]; /* one more than the number of the file; 0: none of ours */
static int trace = -1;

static const char *folder(void) {
    const char *name = getenv("POWERCUT_FOLDER");
    return name ? name : "\n";
}

static int is_ours(const char *path) {
    const char *end = path + strlen(path);
    if (strncmp(path, folder(), strlen(folder())) != 0) return 0;
    /* What lies in shared memory is made anew, and nobody trusts a lock of before. */
    return !(end - path > 4 && strcmp(end - 4, "-shm") == 0) &&
           !(end - path > 5 && strcmp(end - 5, ".lock") == 0);
}

static void tell(int kind, int file, int64_t offset, const void *data, int64_t length) {
    struct head head = {kind, file, offset, length};
    if (trace < 0)
        trace = (int)syscall(SYS_openat, AT_FDCWD, getenv("POWERCUT_TRACE"),
                             O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (syscall(SYS_write, trace, &head, sizeof head) != sizeof head) abort();
    if (data && syscall(SYS_write, trace, data, length) != length) abort();
}

static int number_of(const char *path) {
    for (int i = 0; i < files; i++)
        if (strcmp(names[i], path) == 0) return i;
    if (files == FILES || strlen(path) >= PATH_MAX) abort();
    strcpy(names[files], path);
    return files++;
}

static int opened(const char *path, int flags, mode_t mode) {
    int ours = is_ours(path);
    if (ours) pthread_mutex_lock(&lock);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (ours) {
        if (fd >= 0) {
            if (fd >= DESCRIPTORS) abort();
            int file = number_of(path);
            file_of[fd] = file + 1;
            tell('o', file, 0, path, (int64_t)strlen(path));
            if (flags & O_TRUNC) tell('t', file, 0, NULL, 0);
        }
        pthread_mutex_unlock(&lock);
    }
    return fd;
}

#define OPENED(path, flags)                                  \
    mode_t mode = 0;                                         \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                 \
        va_list more;                                        \
        va_start(more, flags);                               \
        mode = (mode_t)va_arg(more, int);                    \
        va_end(more);                                        \
    }                                                        \
    return opened(path, flags, mode)

int open(const char *path, int flags, ...) { OPENED(path, flags); }
int open64(const char *path, int flags, ...) { OPENED(path, flags | O_LARGEFILE); }

static int file_at(int fd) { return fd >= 0 && fd < DESCRIPTORS ? file_of[fd] - 1 : -1; }

int close(int fd) {
    if (file_at(fd) >= 0) {
        pthread_mutex_lock(&lock);
        file_of[fd] = 0;
        pthread_mutex_unlock(&lock);
    }
    return (int)syscall(SYS_close, fd);
}

static int is_full(void) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%sfull", folder());
    return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
}

static ssize_t written(int fd, const void *data, size_t length, int64_t offset, int at_end) {
    int file = file_at(fd);
    if (file < 0)
        return at_end ? syscall(SYS_write, fd, data, length)
                      : syscall(SYS_pwrite64, fd, data, length, offset);
    if (is_full()) {
        errno = ENOSPC;
        return -1;
    }
    pthread_mutex_lock(&lock);
    if (at_end) offset = syscall(SYS_lseek, fd, 0, SEEK_CUR);
    ssize_t done = at_end ? syscall(SYS_write, fd, data, length)
                          : syscall(SYS_pwrite64, fd, data, length, offset);
    if (done > 0) tell('w', file, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *data, size_t length) { return written(fd, data, length, 0, 1); }
ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
    return written(fd, data, length, offset, 0);
}
ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
    return written(fd, data, length, offset, 0);
}

static int truncated(int fd, int64_t length) {
    int file = file_at(fd);
    if (file < 0) return (int)syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&lock);
    int done = (int)syscall(SYS_ftruncate, fd, length);
    if (done == 0) tell('t', file, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int ftruncate(int fd, off_t length) { return truncated(fd, length); }
int ftruncate64(int fd, off64_t length) { return truncated(fd, length); }

static int synced(long call, int fd) {
    int file = file_at(fd);
    if (file < 0) return (int)syscall(call, fd);
    pthread_mutex_lock(&lock);
    int done = (int)syscall(call, fd);
    if (done == 0) tell('s', file, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}

int fsync(int fd) { return synced(SYS_fsync, fd); }
int fdatasync(int fd) { return synced(SYS_fdatasync, fd); }

int unlink(const char *path) {
    int ours = is_ours(path);
    if (ours) pthread_mutex_lock(&lock);
    int done = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (ours) {
        if (done == 0) tell('u', number_of(path), 0, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    return done;
}
