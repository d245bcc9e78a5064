package io.wirepath.sniffer.file;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link CaptureStore} has under an address: what is made now, each time anew, or the capture that came last and
 * those that follow it.
 */
final class StoredCaptures implements StreamedCapture.Captures {

    /** Lists of stores cost. */
    private static final long LIST_NANOS = 10_000_000_000L;

    /** As a problem of a store that answers. */
    static final String NOTHING = "nothing is there that begins so";

    private final String address;
    private final CaptureStore store;
    private final LongSupplier ticker;
    private @Nullable Set<String> begun;
    private boolean isMadeNow;
    private boolean isWaiting;
    private boolean wasReached;
    private long listedNanos;

    StoredCaptures(String address, CaptureStore store, LongSupplier ticker) {
        this.address = address;
        this.store = store;
        this.ticker = ticker;
    }

    @Override
    public @Nullable CaptureReader next() throws IOException {
        if (isWaiting && ticker.getAsLong() - listedNanos < LIST_NANOS) {
            StreamedCapture.pause();
            return null;
        }
        List<CaptureStore.Stored> all = store.list(address);
        listedNanos = ticker.getAsLong();
        wasReached |= all.isEmpty() || all.get(0).bytes() >= 0;
        Set<String> known = known(all);
        if (all.isEmpty()) {
            throw new CaptureException(address, NOTHING, "check the address, or wait");
        }
        for (CaptureStore.Stored each : all) {
            isMadeNow = each.bytes() < 0;
            if (isMadeNow) {
                return CaptureFile.openLive(each.path(), new ChannelSupply(store.open(each.path())));
            }
            if (each.bytes() > 0 && known.add(each.path())) {
                return open(each, known);
            }
        }
        isWaiting = true;
        return null;
    }

    /** What is history, or was begun, of what is there. */
    private Set<String> known(List<CaptureStore.Stored> all) {
        List<String> paths = all.stream().map(CaptureStore.Stored::path).toList();
        Set<String> known = begun;
        if (known == null) {
            known = paths.stream().limit(Math.max(0, paths.size() - 1)).collect(Collectors.toCollection(HashSet::new));
            begun = known;
        } else {
            known.retainAll(new HashSet<>(paths));
        }
        return known;
    }

    /** What cannot be reached is tried again; what is no capture is not. */
    private CaptureReader open(CaptureStore.Stored each, Set<String> known) throws IOException {
        isWaiting = false;
        try {
            return CaptureFile.open(each.path(), store, each.bytes());
        } catch (CaptureException e) {
            if (e.getCause() != null) {
                known.remove(each.path());
            }
            throw e;
        }
    }

    @Override
    public boolean wasReached() {
        return wasReached;
    }

    @Override
    public boolean followEachOther() {
        return !isMadeNow;
    }

    @Override
    public void close() {
        // what was opened is closed with its reader
    }
}
