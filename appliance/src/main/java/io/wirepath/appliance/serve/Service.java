package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.analyze.sum.Sums;
import io.wirepath.appliance.serve.history.AnalysisAttempt;
import io.wirepath.appliance.serve.history.CallHistory;
import io.wirepath.appliance.serve.history.DiskRoom;
import io.wirepath.appliance.serve.history.HistoryCounter;
import io.wirepath.appliance.serve.history.HistoryCounters;
import io.wirepath.appliance.serve.history.NotKeptException;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.appliance.serve.history.SummedReports;
import io.wirepath.appliance.serve.history.TablePages;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.input.Feed;
import io.wirepath.appliance.serve.input.SiteIdIntake;
import io.wirepath.appliance.serve.input.SnifferLedger;
import io.wirepath.appliance.serve.input.SpoolWatch;
import io.wirepath.appliance.serve.input.UlmIntake;
import io.wirepath.appliance.serve.query.StandingQueries;
import io.wirepath.causes.TimeSpan;
import io.wirepath.merge.live.MergeStatus;
import io.wirepath.merge.live.MergeStatus.SnifferStatus;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The running service: a thread that merges, a thread that analyses. {@link #start} and {@link #close} are called by
 * one thread; the rest may be asked by any.
 */
public final class Service implements Closeable {

    private static final long SECOND = 1_000_000_000L;
    private static final long IDLE_MILLIS = 100;
    private static final long LOOK_FOR_ROOM_MILLIS = 1000;
    private static final long DEAD_MERGE_NANOS = 60 * SECOND;

    /** Sniffers tell something every ten seconds, whatever the traffic. */
    private static final long SILENCE_NANOS = 60 * SECOND;

    private static final long DEAD_ANALYSIS_NANOS = 900 * SECOND;
    private static final long STOP_MERGE_MILLIS = 30_000;
    private static final long STOP_ANALYSIS_MILLIS = 20_000;

    private final ServeSettings settings;
    private final ServeControl control;
    private final ServiceLog log;
    private final Runnable onReady;
    private final LongSupplier clock;
    private final LongSupplier wall;
    private final HistoryCounters historyCounters = new HistoryCounters();
    private final SnifferLedger ledger = new SnifferLedger();
    private final Published published = new Published();
    private final BlockingQueue<Consumer<AnalysisStage>> jobs = new ArrayBlockingQueue<>(1);
    private final Silences silences = new Silences();
    private final SnifferTroubles troubles = new SnifferTroubles(silences);

    /** Windows that were handed to the analysis and have no report yet. */
    private final AtomicInteger unreported = new AtomicInteger();

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final ReportHistory reports;
    private final SummedReports summed;
    private final TablePages tables;
    private final CallHistory calls;
    private final StandingQueries queries;
    private KeptState kept;
    private final Thread mergeThread = new Thread(this::merge, "wirepath-merge");
    private final AnalysisAttempt attempt;
    private final Thread analysisThread = new Thread(this::analyse, "wirepath-analysis");
    private volatile boolean ready;

    /** Of so many windows it is told again which findings are open, where nothing is known of them. */
    private static final int REPLAYED_WINDOWS = 20;

    /** Why the merge stands still; empty while it goes on. */
    private volatile String waiting = "";

    private volatile BooleanSupplier stateFailing = () -> false;
    private volatile @Nullable Throwable dead;

    /**
     * This machine's clocks, in nanoseconds since the epoch.
     *
     * @param steady what everything goes by; only goes forward, and is never set
     * @param wall the time of day, to say how far sniffers are behind it
     */
    public record Times(LongSupplier steady, LongSupplier wall) {}

    /**
     * Reads what the service kept; nothing runs yet.
     *
     * @param onReady called once, when spools are read
     * @throws IOException when the state on disk cannot be used; the message says what to do
     */
    public Service(ServeSettings settings, ServeControl control, ServiceLog log, Runnable onReady, Times times)
            throws IOException {
        this.settings = settings;
        this.control = control;
        this.log = log;
        this.onReady = onReady;
        clock = times.steady();
        wall = times.wall();
        reports = new ReportHistory(settings.state().resolve("windows"), settings.reports(), historyCounters);
        summed = new SummedReports(reports);
        tables = new TablePages(reports);
        calls = new CallHistory(
                settings.state().resolve("calls"), settings.messages().quarter(), historyCounters);
        queries = new StandingQueries(settings.state(), log::warn);
        attempt = new AnalysisAttempt(settings.state().resolve("attempt"));
        kept = new KeptState(settings, reports, historyCounters);
        KeptFindings findings = new KeptFindings(settings.state(), historyCounters);
        long heardNanos = published.findings().resume(findings.read(), findings::write);
        FindingLog all = published.findings();
        replay(heardNanos, heardNanos == Long.MIN_VALUE ? all::takeQuietly : all::take);
        published.beat(clock.getAsLong());
    }

    /** Takes the report of a window. */
    private interface WindowTaker {
        void take(WindowId window, ObjectNode report, Function<TimeSpan, Sums> sums);
    }

    /**
     * Takes again the windows that begin later, the oldest first: those that a kill kept from the log of findings, or
     * the latest where nothing is known of findings.
     */
    private void replay(long afterNanos, WindowTaker to) {
        List<WindowId> windows = reports.windows(afterNanos + 1, Long.MAX_VALUE, REPLAYED_WINDOWS);
        for (WindowId id : windows) {
            reports.report(id, FindingLog.FIELDS).ifPresent(report -> to.take(id, report, reports::sums));
        }
        reports.newest().flatMap(reports::summary).ifPresent(published::found);
    }

    /**
     * Keeps the report of a window that was analysed elsewhere, in place of an earlier one of the same window. Windows
     * may come in any order: where one comes late, it and those behind it are taken again, and what is news is told.
     */
    public synchronized void keep(WindowId id, ObjectNode report) {
        boolean isNext = reports.newest()
                .map(newest -> id.fromNanos() > newest.fromNanos())
                .orElse(true);
        reports.put(id, report);
        if (isNext) {
            published.findings().take(id, report, reports::sums);
            published.found(WindowReport.summary(report));
        } else {
            List<WindowId> again = reports.windows(id.fromNanos(), Long.MAX_VALUE, REPLAYED_WINDOWS);
            published
                    .findings()
                    .takeAgain(
                            again.get(0).fromNanos(),
                            () -> replay(again.get(0).fromNanos() - 1, published.findings()::takeQuietly));
        }
    }

    /** Starts both threads. */
    public void start() {
        analysisThread.setDaemon(true);
        mergeThread.setDaemon(true);
        analysisThread.start();
        mergeThread.start();
    }

    /** Stops in order: what was read is merged and kept, and the next start goes on from here. */
    @Override
    public void close() {
        ready = false;
        stopping.countDown();
        try {
            mergeThread.join(STOP_MERGE_MILLIS);
            analysisThread.join(STOP_ANALYSIS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        published.findings().keep();
        if (analysisThread.isAlive()) {
            attempt.end(); // who stops the service is no fault of the window
        }
        log.info("stopped: " + published.get(ServeCounter.WINDOWS_ANALYSED) + " windows analysed, " + reports.size()
                + " reports kept"
                + (mergeThread.isAlive() || analysisThread.isAlive()
                        ? "; a thread did not end in time; its work is done again at the next start"
                        : ""));
    }

    /** Takes what hosts and applications log. */
    public UlmIntake logs() {
        return ledger.logs();
    }

    /** Identifiers that requests carry. */
    public SiteIdIntake ids() {
        return ledger.ids();
    }

    /** What the stages show. */
    public Published published() {
        return published;
    }

    /** The reports of earlier windows. */
    public ReportHistory reports() {
        return reports;
    }

    /** The sums of many windows. */
    public SummedReports summed() {
        return summed;
    }

    /** The long lists of windows. */
    public TablePages tables() {
        return tables;
    }

    /**
     * Reads of the newest window what the page asks for, as who asks first would: so that neither the disk nor the
     * compiler is waited for then.
     */
    public void prepare() {
        try {
            reports.newest().ifPresent(id -> {
                summed.prepare(id);
                tables.between(id, Set.of());
            });
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            log.warn("The newest window is not read before anybody asks: " + e);
        }
    }

    /** The times of the calls of earlier windows. */
    public CallHistory calls() {
        return calls;
    }

    /** The queries that stand. */
    public StandingQueries queries() {
        return queries;
    }

    /** What became of what was to be remembered. */
    public HistoryCounters historyCounters() {
        return historyCounters;
    }

    /** What may be changed. */
    public ServeControl control() {
        return control;
    }

    /** What the service was started with. */
    public ServeSettings settings() {
        return settings;
    }

    /** A number for each part of the service that becomes another as long as the part goes on, by the part's name. */
    public Map<String, LongSupplier> beats() {
        return Map.of("merge", published::mergeBeatNanos, "analysis", () -> {
            long now = clock.getAsLong();
            long since = published.analysisSinceNanos();
            return since != Long.MIN_VALUE && now - since > DEAD_ANALYSIS_NANOS ? since : now;
        });
    }

    /** How the service is. */
    public Health health() {
        long now = clock.getAsLong();
        List<String> problems = new ArrayList<>();
        Throwable end = dead;
        if (end != null) {
            problems.add("the service has failed: " + end);
        }
        if (now - published.mergeBeatNanos() > DEAD_MERGE_NANOS) {
            problems.add("the merge has not moved for " + (now - published.mergeBeatNanos()) / SECOND + " s");
        }
        long since = published.analysisSinceNanos();
        if (since != Long.MIN_VALUE && now - since > DEAD_ANALYSIS_NANOS) {
            problems.add("the analysis of a window takes longer than " + DEAD_ANALYSIS_NANOS / SECOND + " s");
        }
        boolean alive = problems.isEmpty();
        String wait = waiting;
        if (!wait.isEmpty()) {
            problems.add("the merge waits, for " + wait + "; spools keep what comes meanwhile");
        } else if (stateFailing.getAsBoolean()) {
            problems.add("checkpoints cannot be written to " + settings.state() + "; is the disk full?");
        }
        boolean heard = hears(now, problems);
        return new Health(alive, alive && ready && heard && wait.isEmpty(), List.copyOf(problems));
    }

    /** Whether a sniffer is to be heard, or may come; tells of those that fell silent. */
    private boolean hears(long now, List<String> problems) {
        MergeView view = published.merge();
        List<SnifferStatus> sniffers = view == null ? List.of() : view.status().sniffers();
        int silent = 0;
        for (SnifferStatus sniffer : sniffers) {
            boolean isEnded = sniffer.state() == MergeStatus.State.ENDED;
            long since = now - sniffer.heardNanos();
            if ((isEnded ? since : silences.nanos(sniffer.name())) > SILENCE_NANOS) {
                silent++;
                problems.add("sniffer " + sniffer.name() + " was last heard of " + since / SECOND + " s ago"
                        + (isEnded ? "; it was stopped" : ""));
            }
        }
        if (sniffers.isEmpty() && !settings.spools().isEmpty()) {
            problems.add("there is no spool yet at " + settings.spools().get(0) + "; 'wirepath sniff' writes it");
            return false;
        }
        // who is to receive spools must be ready before they come
        return sniffers.isEmpty() || silent < sniffers.size();
    }

    /** Whether the merge stands still because the disk is full or failed. */
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    private void merge() {
        try {
            while (stopping.getCount() > 0) {
                try {
                    mergeWhileKept();
                } catch (NotKeptException e) {
                    awaitRoom(e);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void mergeWhileKept() throws IOException, InterruptedException {
        stateFailing = kept.keeper()::isFailing;
        SpoolWatch watch = new SpoolWatch(settings.spools(), settings.received(), ledger, log::info);
        try (MergeStage stage = MergeStage.resume(settings, control, ledger, kept, new Handing())) {
            long next = Long.MIN_VALUE;
            while (stopping.getCount() > 0) {
                long now = clock.getAsLong();
                boolean read = stage.step(now);
                published.beat(now);
                if (now >= next) {
                    next = now + SECOND;
                    everySecond(stage, watch);
                }
                if (!read && stopping.await(IDLE_MILLIS, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        }
    }

    /**
     * The disk takes no more: what the merge has in memory is ahead of what is kept, so it is given up, as if by a
     * kill. When there is room again, it begins again from what is kept; the spools hold the rest.
     */
    private void awaitRoom(NotKeptException cause) throws InterruptedException {
        waiting = String.valueOf(cause.getMessage());
        historyCounters.increment(HistoryCounter.DISK_WAITS);
        log.warn("the merge waits, for " + waiting + "; make room, nothing is lost as long as the spools hold it");
        while (!stopping.await(LOOK_FOR_ROOM_MILLIS, TimeUnit.MILLISECONDS)) {
            published.beat(clock.getAsLong());
            // a window whose report is not there yet would be given out twice
            if (unreported.get() == 0 && DiskRoom.isIn(settings.state()) && foundAgain()) {
                waiting = "";
                log.info("the disk takes messages again; the merge goes on");
                return;
            }
        }
    }

    private boolean foundAgain() {
        try {
            kept = new KeptState(settings, reports, historyCounters);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void everySecond(MergeStage stage, SpoolWatch watch) throws IOException {
        for (Feed feed : watch.look()) {
            stage.add(feed);
        }
        MergeView view = stage.view(wall.getAsLong());
        published.show(view);
        published.findings().watch(clock.getAsLong(), troubles.of(view, clock.getAsLong()));
        stage.complaints().forEach(log::warn);
        if (!ready) {
            ready = true;
            log.info("ready");
            onReady.run();
        }
    }

    private final class Handing implements MergeStage.Windows {

        @Override
        public void take(WindowJob window) {
            hand(window);
        }

        /** Left out where the analysis is at work. */
        @Override
        public void look(WindowJob latest) {
            if (published.analysisSinceNanos() == Long.MIN_VALUE) {
                jobs.offer(stage -> stage.look(latest));
            }
        }
    }

    /** Waits for the analysis, but not for ever: the spools would overflow. */
    private void hand(WindowJob job) {
        long deadline = System.nanoTime() + settings.patienceNanos();
        unreported.incrementAndGet();
        try {
            while (stopping.getCount() > 0) {
                if (jobs.offer(stage -> analyse(stage, job), 1, TimeUnit.SECONDS)) {
                    return;
                }
                published.beat(clock.getAsLong());
                if (System.nanoTime() - deadline > 0) {
                    published.count(ServeCounter.WINDOWS_LEFT_OUT);
                    log.warn(job.title() + " is not analysed, because the analysis is too far behind; take "
                            + "longer windows,"
                            + " less evidence or a faster machine");
                    break;
                }
            }
            unreported.decrementAndGet();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void analyse() {
        AnalysisStage stage =
                new AnalysisStage(attempt, reports, calls, published, queries, System::nanoTime, log::warn);
        try {
            prepare();
            while (stopping.getCount() > 0) {
                Consumer<AnalysisStage> job = jobs.poll(1, TimeUnit.SECONDS);
                if (job != null) {
                    published.analysing(clock.getAsLong());
                    job.accept(stage);
                    published.analysing(Long.MIN_VALUE);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private void analyse(AnalysisStage stage, WindowJob window) {
        stage.analyse(window);
        unreported.decrementAndGet();
        prepare();
    }

    private void failed(Throwable cause) {
        dead = cause;
        ready = false;
        log.warn("this is a failure of the service: " + cause
                + (cause.getStackTrace().length == 0 ? "" : " at " + cause.getStackTrace()[0])
                + "; it should be started again");
    }
}
