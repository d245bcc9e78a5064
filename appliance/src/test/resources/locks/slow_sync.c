/* Makes every flush of a file take SLOW_SYNC_US longer: a slow disk that does not depend on the machine's load. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slowly(const char *name, int file) {
    int (*real)(int) = (int (*)(int)) dlsym(RTLD_NEXT, name);
    const char *micros = getenv("SLOW_SYNC_US");
    usleep(micros == NULL ? 0 : (useconds_t) atol(micros));
    return real(file);
}

int fsync(int file) {
    return slowly("fsync", file);
}

int fdatasync(int file) {
    return slowly("fdatasync", file);
}
