package io.wirepath.appliance.serve;

import io.wirepath.appliance.serve.input.Feed;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/** What comes from a sniffer by a made-up clock, once, from its beginning. */
abstract class ClockedFeed implements Feed {

    /** The present moment, ns since the epoch. */
    protected final LongSupplier now;

    private final String name;
    private final UUID incarnation;

    ClockedFeed(String name, UUID incarnation, LongSupplier now) {
        this.name = name;
        this.incarnation = incarnation;
        this.now = now;
    }

    @Override
    public String sniffer() {
        return name;
    }

    @Override
    public UUID incarnation() {
        return incarnation;
    }

    @Override
    public void seek(long wanted) {
        if (wanted != 1) {
            throw new IllegalArgumentException("the feed begins once, not at " + wanted);
        }
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public void close() {}
}
