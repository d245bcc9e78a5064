package io.wirepath.appliance.names;

import io.wirepath.appliance.ship.Retry;
import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.NameSource;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** Asks a feed again and again. A failure is said once, and so is that it is over. */
final class FeedLoop implements Runnable {

    /** A cluster of 5,000 nodes has 150,000 pods. */
    static final int MAX_NAMES = 200_000;

    private final NameSource.Feed feed;
    private final NameKeeper keeper;
    private final Consumer<String> log;
    private final LongPredicate ended;
    private final Retry retry = new Retry(new SplittableRandom());
    private String said = "nothing yet";

    /**
     * Has not asked yet.
     *
     * @param ended waits so many ns, unless the end comes before; whether it came
     */
    FeedLoop(NameSource.Feed feed, NameKeeper keeper, Consumer<String> log, LongPredicate ended) {
        this.feed = feed;
        this.keeper = keeper;
        this.log = log;
        this.ended = ended;
    }

    /** Asks until the end. */
    @Override
    public void run() {
        long pauseNanos = 0;
        while (!ended.test(pauseNanos)) {
            pauseNanos = attempt().orElseGet(retry::nextNanos);
        }
    }

    /**
     * Asks for the list once, and where that fails again.
     *
     * @return whether it came
     */
    boolean once(int attempts) {
        for (int i = 1; attempt().isEmpty(); i++) {
            if (i == attempts || ended.test(retry.nextNanos())) {
                return false;
            }
        }
        return true;
    }

    /** Gives ns after which to ask again; empty where it failed. */
    private OptionalLong attempt() {
        try {
            long pauseNanos = ask();
            retry.succeeded();
            return OptionalLong.of(pauseNanos);
        } catch (IOException | RuntimeException e) {
            if (!ended.test(0)) {
                String reason = Failure.reason(e);
                long kept = keeper.count(feed.source());
                say(
                        reason,
                        feed.source() + ": " + reason + "; it is asked again"
                                + (kept == 0 ? "" : ", and its " + kept + " names of before are kept"));
            }
            return OptionalLong.empty();
        }
    }

    private long ask() throws IOException {
        List<AddressName> names = new ArrayList<>();
        long pauseNanos = feed.ask((address, name, when) -> {
            if (names.size() == MAX_NAMES) {
                throw new IllegalStateException("has more than " + MAX_NAMES + " names; ask for a part");
            }
            names.add(new AddressName(address, name, when, feed.source()));
        });
        long count = keeper.tell(feed.source(), names);
        say("", feed.source() + ": " + count + " names");
        return pauseNanos;
    }

    private void say(String state, String line) {
        if (!state.equals(said)) {
            said = state;
            log.accept(line);
        }
    }
}
