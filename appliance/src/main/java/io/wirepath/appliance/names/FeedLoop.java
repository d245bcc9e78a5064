package io.wirepath.appliance.names;

import io.wirepath.appliance.ship.Retry;
import io.wirepath.flows.CountText;
import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.NameSource;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/** Asks a feed again and again. A failure is said once, and so is that it is over. */
final class FeedLoop implements Runnable {

    private final NameSource.Feed feed;
    private final NameKeeper keeper;
    private final Consumer<String> log;
    private final LongPredicate ended;
    private final Retry retry = new Retry(new SplittableRandom());
    private String said = "nothing yet";
    private long pauseNanos;

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
        while (!ended.test(pauseNanos)) {
            pauseNanos = attempt() ? pauseNanos : retry.nextNanos();
        }
    }

    /**
     * Asks for the list once, and where that fails again. A loop that goes on waits as long as after any answer.
     *
     * @return whether it came
     */
    boolean once(int attempts) {
        for (int i = 1; !attempt(); i++) {
            if (i == attempts) {
                log.accept(feed.source() + ": did not come, asked " + attempts + " times");
                return false;
            }
            if (ended.test(retry.nextNanos())) {
                return false;
            }
        }
        return true;
    }

    /** Whether it came; then {@link #pauseNanos} is to pass before it is asked again. */
    private boolean attempt() {
        List<AddressName> names = new ArrayList<>();
        try {
            pauseNanos = feed.ask((address, name, when) -> {
                if (names.size() == NameSource.MAX_NAMES) {
                    throw new IllegalStateException("has more than " + NameSource.MAX_NAMES + " names; ask for a part");
                }
                names.add(new AddressName(address, name, when, feed.source()));
            });
        } catch (IOException | RuntimeException e) {
            if (!ended.test(0)) {
                String reason = Failure.reason(e);
                long kept = keeper.count(feed.source());
                say(
                        reason,
                        feed.source() + ": " + reason + "; it is asked again"
                                + (kept == 0
                                        ? ""
                                        : ", and what it told before is kept: " + CountText.of(kept, "name")));
            }
            return false;
        }
        retry.succeeded();
        say("", feed.source() + ": " + CountText.of(keeper.tell(feed.source(), names), "name"));
        return true;
    }

    private void say(String state, String line) {
        if (!state.equals(said)) {
            said = state;
            log.accept(line);
        }
    }
}
