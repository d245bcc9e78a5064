package io.wirepath.merge.spool;

import io.wirepath.merge.log.LogWriter;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * When a log is forced to the disk. After a number of documents it is done at once; at an interval it is done by a
 * thread of its own, for a busy disk takes seconds, in which frames would be lost. Not thread-safe.
 */
final class SyncPolicy implements Closeable {

    /** How long the end of a spool waits for the disk. */
    private static final long PATIENCE_SECONDS = 60;

    private final long everyNanos;
    private final long everyRecords;
    private final AtomicBoolean underWay = new AtomicBoolean();
    private final AtomicLong failures = new AtomicLong();
    private final @Nullable ExecutorService thread;
    private long unsynced;
    private long syncedNanos;

    SyncPolicy(SpoolSettings settings) {
        everyNanos = settings.syncNanos();
        everyRecords = settings.syncRecords();
        thread = everyNanos == 0 ? null : Executors.newSingleThreadExecutor(SyncPolicy::daemon);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "wirepath-sync");
        thread.setDaemon(true);
        return thread;
    }

    /** A document was written to this log. */
    void written(LogWriter log) {
        unsynced++;
        if (everyRecords > 0 && unsynced >= everyRecords) {
            unsynced = 0;
            force(log);
        }
    }

    /** Syncs what is due. */
    void onTime(LogWriter log, long nowNanos) {
        // a clock that was set back must not put it off
        boolean due = unsynced > 0 && (nowNanos - syncedNanos >= everyNanos || nowNanos < syncedNanos);
        if (thread != null && due && underWay.compareAndSet(false, true)) {
            syncedNanos = nowNanos;
            unsynced = 0;
            thread.execute(() -> {
                force(log);
                underWay.set(false);
            });
        }
    }

    /** Nothing more comes into this log: syncs it if it is ever synced, and closes it. */
    void end(LogWriter log) {
        unsynced = 0;
        if (thread != null) {
            thread.execute(() -> {
                force(log);
                log.close();
            });
            return;
        }
        if (everyRecords > 0) {
            force(log);
        }
        log.close();
    }

    /** Times that forcing failed, since this was last asked. */
    long takeFailures() {
        return failures.getAndSet(0);
    }

    private void force(LogWriter log) {
        try {
            log.force();
        } catch (IOException e) {
            failures.incrementAndGet();
        }
    }

    @Override
    public void close() {
        if (thread != null) {
            thread.shutdown();
            try {
                if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    failures.incrementAndGet();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
