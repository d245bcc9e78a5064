package io.wirepath.appliance.names;

import io.wirepath.imports.names.AddressName;
import io.wirepath.imports.names.NameSource;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OptionalJars;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks sources of names, a thread for each list that they have. Thread-safe. */
public final class NameWatch implements Closeable {

    /** How often a list is asked for that is wanted once. */
    private static final int ATTEMPTS = 3;

    private final List<NameSource.Feed> feeds;
    private final List<FeedLoop> loops;
    private final NameKeeper keeper;
    private final CountDownLatch stop = new CountDownLatch(1);

    private NameWatch(List<NameSource.Feed> feeds, NameKeeper keeper, Consumer<String> log) {
        this.feeds = feeds;
        this.keeper = keeper;
        this.loops = feeds.stream()
                .map(feed -> new FeedLoop(feed, keeper, log, this::ended))
                .toList();
    }

    /**
     * Prepares to ask.
     *
     * @param addresses of sources
     * @param file where names are kept between two runs; null for nowhere
     * @param to takes all names, rows of {@link AddressName}, whenever they are others
     * @param log takes a line for each trouble and its end
     * @throws Failure where an address is none, or what asks is not installed
     */
    public static NameWatch of(
            List<String> addresses,
            @Nullable Path file,
            LongSupplier wallNanos,
            Consumer<List<String>> to,
            Consumer<String> log) {
        List<NameSource.Feed> feeds = new ArrayList<>();
        for (String address : addresses) {
            try {
                feeds.addAll(source(address).feeds(address));
            } catch (IllegalArgumentException e) {
                throw new Failure(shown(address) + ": " + e.getMessage(), e);
            }
        }
        Set<String> sources = feeds.stream().map(NameSource.Feed::source).collect(Collectors.toSet());
        return new NameWatch(feeds, new NameKeeper(sources, file, wallNanos, to, log), log);
    }

    /** An address without the password that somebody wrote into it. */
    private static String shown(String address) {
        return address.replaceFirst("//[^/]*@", "//…@").replaceFirst("\\?.*", "?…");
    }

    private static NameSource source(String address) {
        return OptionalJars.CONNECT
                .find(NameSource.class, each -> each.isOf(address))
                .orElseThrow(() -> OptionalJars.CONNECT
                                .find(NameSource.class, each -> true)
                                .isEmpty()
                        ? OptionalJars.lackOfConnect(shown(address))
                        : new Failure(shown(address)
                                + ": is no source of names; those of kubernetes:, dns:, consul+https: and"
                                + " netbox+https: are known"));
    }

    /** Says what is known. */
    public void show() {
        keeper.show();
    }

    /** How many lists there are to ask for. */
    public int lists() {
        return feeds.size();
    }

    /** Asks on and on until it is closed. */
    public void start() {
        loops.forEach(NameWatch::thread);
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "wirepath-names");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Asks for each list once, all at a time and if need be a few times, and writes the file where any came.
     *
     * @return how many of them did not come
     */
    public int once() throws InterruptedException {
        AtomicInteger missing = new AtomicInteger();
        CountDownLatch answered = new CountDownLatch(loops.size());
        for (FeedLoop loop : loops) {
            thread(() -> {
                try {
                    missing.addAndGet(loop.once(ATTEMPTS) ? 0 : 1);
                } finally {
                    answered.countDown();
                }
            });
        }
        answered.await();
        if (missing.get() < loops.size()) {
            keeper.keep();
        }
        return missing.get();
    }

    /** Whether it is closed, by the end of this time. */
    private boolean ended(long nanos) {
        try {
            return stop.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    @Override
    public void close() {
        stop.countDown();
        feeds.forEach(NameSource.Feed::close);
    }
}
