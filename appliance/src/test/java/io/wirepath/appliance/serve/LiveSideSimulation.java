package io.wirepath.appliance.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.NotKeptException;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.input.Feed;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.SpoolFeed;
import io.wirepath.appliance.ship.SimulatedLink;
import io.wirepath.flows.Role;
import io.wirepath.flows.SplitMix64;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.reconcile.SightedNetwork;
import io.wirepath.merge.reconcile.SightedNetwork.Passing;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.spool.SpoolSettings;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The live side in one thread, by a made-up clock and one seed: sniffers write spools, the network ships them, a
 * receiver keeps them, a service merges them. Disks are full or fail, the network breaks, processes and machines stop,
 * at any step. At the end all is well for a while, and everything must have arrived, once, in order, or be told to be
 * lost.
 *
 * <pre>
 *  SpoolWriter ─► FaultyDisk ─► Shipment ─► SimulatedLink ─► ReceiverStream ─► FaultyDisk ─► SpoolFeed ─► MergeStage
 * </pre>
 */
final class LiveSideSimulation implements Closeable {

    private static final long SECOND = 1_000_000_000L;
    private static final long STEP = SECOND / 2;

    /** A clock is set by so much at most, either way. */
    private static final long MOST_STEP = SECOND;

    private static final SpoolSettings BOUNDS =
            SpoolSettings.defaults().withMaxBytes(64L << 20).withSync(0, 7);

    /** Faults of the past, put back. */
    enum Fault {
        /** What is acknowledged is not on the disk. */
        KEPT_BEFORE_FORCED("the receiver told that it kept", false),
        /** After a stop of the machine, numbers that others have read are used again. */
        NUMBERS_USED_AGAIN("used the number", false),
        /** What was consumed after the last checkpoint is forgotten, and comes again. */
        CONSUMED_FORGOTTEN("twice in the store", true),
        /** Whoever has a certificate may write as another sniffer. */
        NAMES_BELIEVED("another document", false),
        /** What was read and waited in memory is not read again after a kill. */
        WAITING_FORGOTTEN("sightings that were used", true);

        /** What is told where it is found. */
        final String found;

        /** Whether it is one of the service, and not of what comes before it. */
        final boolean isOfService;

        Fault(String found, boolean isOfService) {
            this.found = found;
            this.isOfService = isOfService;
        }
    }

    private final Random random;
    private final Set<Fault> faults;
    private final SightedNetwork network = new SightedNetwork();
    private final List<SimulatedSniffer> sniffers = new ArrayList<>();
    private final List<Long> acknowledged = new ArrayList<>();
    private final FaultyDisk receiverDisk;
    private final SimulatedLink link;
    private final ServeSettings settings;
    private @Nullable MergeStage merge;
    private final List<Crashing> feeds = new ArrayList<>();
    private final Map<String, Long> readUpTo = new HashMap<>();
    private long now = SightedNetwork.START + SECOND;
    private int messages;

    LiveSideSimulation(long seed, Path directory, Set<Fault> faults) throws IOException {
        random = new Random(seed * SplitMix64.STEP);
        this.faults = faults.isEmpty() ? EnumSet.noneOf(Fault.class) : EnumSet.copyOf(faults);
        settings = settings(directory.resolve("state"));
        receiverDisk = new FaultyDisk(random);
        if (faults.contains(Fault.KEPT_BEFORE_FORCED)) {
            receiverDisk.forceNothing();
        }
        link = new SimulatedLink(settings.received(), BOUNDS, receiverDisk, () -> now, random);
        if (faults.contains(Fault.NAMES_BELIEVED)) {
            link.believeNames();
        }
        int count = 1 + random.nextInt(2);
        for (int i = 0; i < count; i++) {
            network.sniffer(random.nextInt(1000) * SECOND / 1000, random.nextInt(50));
            sniffers.add(new SimulatedSniffer(
                    directory.resolve("tap" + i),
                    BOUNDS,
                    new FaultyDisk(random),
                    faults.contains(Fault.NUMBERS_USED_AGAIN),
                    now));
            acknowledged.add(0L);
        }
    }

    private static ServeSettings settings(Path state) {
        ServeSettings defaults = ServeSettings.defaults(state);
        HistoryBounds small = new HistoryBounds(64L << 20, 3600 * SECOND);
        return defaults.withBounds(small, small).withPast(small);
    }

    /** Runs so many steps, lets all be well, and looks whether it is. */
    void run(int steps, boolean serves) throws IOException {
        for (int i = 0; i < steps; i++) {
            if (random.nextInt(3) == 0) {
                disturb(serves);
            }
            step(serves);
        }
        calm();
        for (int i = 0; i < 4 || !isDelivered(); i++) {
            assertTrue(i < 1000, "nothing comes through any more");
            step(serves);
        }
        for (int i = 0; i < (serves ? 90 : 0); i++) {
            quiet();
        }
        assertAll(serves);
    }

    private void step(boolean serves) throws IOException {
        now += STEP;
        for (int i = random.nextInt(6); i > 0; i--) {
            pass();
        }
        quiet(serves);
    }

    private void quiet() throws IOException {
        now += STEP;
        quiet(true);
    }

    private void quiet(boolean serves) throws IOException {
        for (int i = 0; i < sniffers.size(); i++) {
            observe(i);
            SimulatedSniffer sniffer = sniffers.get(i);
            acknowledged.set(
                    i, Math.max(acknowledged.get(i), link.send(sniffer.name, sniffer.spool, 1 + random.nextInt(3))));
        }
        link.onTime();
        if (serves) {
            serve();
        }
    }

    /** A sniffer writes what passed. */
    private void observe(int at) {
        long shown = network.shownNanos(at, now);
        network.records(at).forEach(sniffers.get(at)::see);
        network.records(at).clear();
        sniffers.get(at).onTime(shown, shown);
    }

    /** Before a sniffer sends what it wrote, a liar does. */
    private void lie(int at) throws IOException {
        SimulatedSniffer sniffer = sniffers.get(at);
        pass();
        observe(at);
        link.drop(sniffer.name);
        link.lie(sniffer.name, sniffer.spool, Spool.isSpool(copy(sniffer)));
    }

    /** A message passes one sniffer, or all of them. */
    private void pass() {
        messages++;
        Passing message = new Passing()
                .between("10.0.0.1:40000", "10.0.0.2:80")
                .content(1000 * messages, 100 + messages % 100, messages * SplitMix64.STEP)
                .ipId(messages)
                .call(messages, Role.REQUEST);
        boolean everywhere = random.nextBoolean();
        int one = random.nextInt(sniffers.size());
        for (int i = 0; i < sniffers.size(); i++) {
            if (everywhere || i == one) {
                network.pass(i, message, now - SECOND / 4 + 50_000L * i);
            }
        }
    }

    private void disturb(boolean serves) throws IOException {
        SimulatedSniffer sniffer = sniffers.get(random.nextInt(sniffers.size()));
        switch (random.nextInt(serves ? 14 : 12)) {
            case 0 -> sniffer.disk.full(random.nextBoolean());
            case 1 -> receiverDisk.full(random.nextBoolean());
            case 2 -> sniffer.disk.fails(random.nextInt(3) * 0.1);
            case 3 -> receiverDisk.fails(random.nextInt(3) * 0.1);
            case 4 -> link.breaks(random.nextInt(4) * 0.1);
            case 5 -> link.drop(sniffer.name);
            case 6 -> {
                link.drop(sniffer.name);
                sniffer.kill(random.nextBoolean(), now);
            }
            case 7 -> restartReceiver(random.nextBoolean());
            case 8 -> lie(sniffers.indexOf(sniffer));
            case 9 -> link.expire(sniffer.name, random.nextBoolean());
            case 10 -> link.changeVersion(sniffer.name, random.nextBoolean());
            case 11 -> network.step(sniffers.indexOf(sniffer), random.nextLong(-MOST_STEP, MOST_STEP));
            case 12 -> refuseCheckpoints(random.nextBoolean());
            default -> feeds.forEach(feed -> feed.left = random.nextInt(20));
        }
    }

    /** Whether the disk of the service takes no checkpoint: something lies where one is written. */
    private void refuseCheckpoints(boolean is) throws IOException {
        Path inTheWay = settings.state().resolve("checkpoint.new");
        Path within = inTheWay.resolve("full");
        if (is && !Files.exists(inTheWay)) {
            Files.createDirectories(within);
        } else if (!is) {
            Files.deleteIfExists(within);
            Files.deleteIfExists(inTheWay);
        }
    }

    private void calm() throws IOException {
        refuseCheckpoints(false);
        sniffers.forEach(sniffer -> {
            sniffer.disk.full(false);
            sniffer.disk.fails(0);
            link.expire(sniffer.name, false);
            link.changeVersion(sniffer.name, false);
            link.drop(sniffer.name);
        });
        receiverDisk.full(false);
        receiverDisk.fails(0);
        link.breaks(0);
    }

    /** What was acknowledged must be there afterwards. */
    private void restartReceiver(boolean machine) throws IOException {
        List<String> running = new ArrayList<>();
        for (SimulatedSniffer sniffer : sniffers) {
            Path file = copy(sniffer).resolve("running");
            running.add(Files.exists(file) ? Files.readString(file) : "");
        }
        stopService();
        receiverDisk.dies();
        link.restart(() -> {
            receiverDisk.lives();
            for (int i = 0; i < sniffers.size(); i++) {
                if (!running.get(i).isEmpty()) {
                    receiverDisk.kill(copy(sniffers.get(i)), machine ? "the boot before" : running.get(i), machine);
                }
            }
        });
        for (int i = 0; i < sniffers.size(); i++) {
            sniffers.get(i).assertStillThere(copy(sniffers.get(i)), acknowledged.get(i));
        }
    }

    private Path copy(SimulatedSniffer sniffer) {
        return settings.received()
                .resolve(sniffer.name)
                .resolve(sniffer.incarnation().toString());
    }

    private boolean isDelivered() throws IOException {
        boolean delivered = true;
        for (SimulatedSniffer sniffer : sniffers) {
            delivered &= Spool.isSpool(copy(sniffer)) && sniffer.isReceived(copy(sniffer));
        }
        return delivered;
    }

    /** A round of the service; a crash while it reads is one of its process. */
    private void serve() throws IOException {
        try {
            MergeStage stage = merge == null ? startService() : merge;
            for (SimulatedSniffer sniffer : sniffers) {
                boolean read = feeds.stream().anyMatch(feed -> feed.sniffer().equals(sniffer.name));
                if (!read && Spool.isSpool(copy(sniffer))) {
                    Crashing feed = new Crashing(new SpoolFeed(sniffer.name, copy(sniffer), new SnifferLedger()));
                    feeds.add(feed);
                    stage.add(feed);
                }
            }
            stage.step(now);
        } catch (NotKeptException e) {
            stopService();
        }
    }

    private MergeStage startService() throws IOException {
        if (faults.contains(Fault.CONSUMED_FORGOTTEN)) {
            Files.deleteIfExists(settings.state().resolve("checkpoint"));
        }
        HistoryCounters counters = new HistoryCounters();
        ReportHistory reports = new ReportHistory(settings.state().resolve("windows"), settings.reports(), counters);
        MergeStage stage = MergeStage.resume(
                settings,
                new ServeControl(settings.tuning(), line -> {}),
                new SnifferLedger(),
                new KeptState(settings, reports, counters),
                job -> {});
        merge = stage;
        return stage;
    }

    private void stopService() {
        MergeStage stage = merge;
        merge = null;
        feeds.clear();
        if (stage != null) {
            stage.close();
        }
    }

    private void assertAll(boolean serves) throws IOException {
        List<Path> copies = new ArrayList<>();
        for (SimulatedSniffer sniffer : sniffers) {
            sniffer.assertReceived(copy(sniffer));
            copies.add(copy(sniffer));
        }
        if (serves) {
            stopService();
            KeptSightings.of(settings.state().resolve("messages")).assertEachOnce(KeptSightings.Spooled.ofAll(copies));
        }
    }

    /** A feed in the midst of whose reading the process ends. */
    private final class Crashing implements Feed {
        private final Feed feed;
        private int left = Integer.MAX_VALUE;

        private Crashing(Feed feed) {
            this.feed = feed;
        }

        @Override
        public String sniffer() {
            return feed.sniffer();
        }

        @Override
        public UUID incarnation() {
            return feed.incarnation();
        }

        @Override
        public void seek(long number) throws IOException {
            long place = faults.contains(Fault.WAITING_FORGOTTEN)
                    ? Math.max(number, readUpTo.getOrDefault(feed.sniffer(), 0L))
                    : number;
            readUpTo.put(feed.sniffer(), place);
            feed.seek(place);
        }

        @Override
        public int read(LiveMerge to, int source, int most) throws IOException {
            int read = feed.read(to, source, Math.min(most, left));
            readUpTo.merge(feed.sniffer(), (long) read, Long::sum);
            left -= left == Integer.MAX_VALUE ? 0 : read;
            if (left <= 0) {
                throw new UncheckedIOException(new IOException("the process is gone"));
            }
            return read;
        }

        @Override
        public Optional<String> problem() {
            return feed.problem();
        }

        @Override
        public void close() {
            feed.close();
        }
    }

    @Override
    public void close() {
        stopService();
        link.close();
        sniffers.forEach(SimulatedSniffer::close);
    }
}
