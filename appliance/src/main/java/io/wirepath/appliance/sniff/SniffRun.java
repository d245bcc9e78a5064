package io.wirepath.appliance.sniff;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.listen.LibraryLog;
import io.wirepath.appliance.systemd.NotifySocket;
import io.wirepath.appliance.systemd.ServiceLife;
import io.wirepath.flows.pipeline.FlowReport;
import io.wirepath.pipeline.Console;
import io.wirepath.sniffer.CounterSet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One run of the service in this process: its limits, its signals, its status line, its end. */
public final class SniffRun {

    private static final long SECOND_MILLIS = 1000;

    /** How often the frames are counted where their number is limited. */
    private static final long LOOK_MILLIS = 10;

    /** How long SIGTERM waits for the end of the spools. */
    private static final long PATIENCE_SECONDS = 50;

    private final SniffService service;
    private final SniffShipping shipping;
    private final Console console;
    private final SniffLog log;
    private final Runnable reload;
    private Map<Sniffer, FlowReport> reports = Map.of();

    /**
     * Prepares the run.
     *
     * @param reload what to do on SIGHUP
     */
    public SniffRun(SniffService service, SnifferConfig config, Console console, SniffLog log, Runnable reload) {
        this.service = service;
        this.console = console;
        this.log = log;
        this.reload = reload;
        shipping = new SniffShipping(service, config, log::line);
    }

    /**
     * Runs until the sources end, a limit is reached, or the process is told to end.
     *
     * @param duration longest time, or null
     * @param count frames of a sniffer after which all end, or null
     * @param showStatus whether a status line is wanted, where there is a terminal
     * @param json whether the counters are printed at the end
     */
    public void run(@Nullable Duration duration, @Nullable Long count, boolean showStatus, boolean json)
            throws IOException {
        CountDownLatch done = new CountDownLatch(1);
        Thread atExit = new Thread(() -> end(done), "wirepath-end");
        Runtime.getRuntime().addShutdownHook(atExit);
        LibraryLog.routeTo(log::line);
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(SniffRun::daemon);
        NotifySocket socket =
                NotifySocket.of(System.getenv(), ProcessHandle.current().pid(), log::line);
        try (ServiceLife life = ServiceLife.start(socket, service.beats(), service::status, log::line)) {
            life.onReload(reload);
            limit(timer, duration, count);
            if (showStatus && console.errIsTerminal()) {
                every(timer, SECOND_MILLIS, () -> console.err().print("\r" + service.status() + "   "));
            }
            service.start();
            shipping.start();
            every(timer, SECOND_MILLIS, shipping::look);
            service.awaitBegun();
            life.ready();
            service.rehearse(log);
            reports = service.await();
            shipping.drain();
            // before the latch: when the process was told to end, it ends with that
            if (json) {
                console.print(json());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("stopped").initCause(e);
        } finally {
            timer.shutdownNow();
            if (showStatus && console.errIsTerminal()) {
                console.err().println("\r" + service.status() + "   ");
            }
            shipping.stop();
            done.countDown();
            forget(atExit);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "wirepath-limits");
        thread.setDaemon(true);
        return thread;
    }

    /** A step of the machine's clock changes no duration. */
    private void limit(ScheduledExecutorService timer, @Nullable Duration duration, @Nullable Long count) {
        if (duration != null) {
            Future<?> unused = timer.schedule(service::stop, duration.toNanos(), TimeUnit.NANOSECONDS);
        }
        if (count != null) {
            long most = count;
            every(timer, LOOK_MILLIS, () -> {
                if (service.sniffers().stream().anyMatch(sniffer -> sniffer.frames() >= most)) {
                    service.stop();
                }
            });
        }
    }

    private static void every(ScheduledExecutorService timer, long millis, Runnable work) {
        Future<?> unused = timer.scheduleWithFixedDelay(work, millis, millis, TimeUnit.MILLISECONDS);
    }

    /** SIGTERM or SIGINT: drain, flush, report. */
    private void end(CountDownLatch done) {
        service.stop();
        try {
            if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                log.line("the spools did not end in time; the next start goes on with them");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(Thread atExit) {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // the process is ending
        }
    }

    /** How each sniffer fared, as JSON. */
    private String json() {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode root = mapper.createObjectNode();
        ArrayNode sniffers = root.putArray("sniffers");
        reports.forEach((sniffer, report) -> {
            ObjectNode to = sniffers.addObject();
            to.put("sniffer", sniffer.name());
            to.put("spool", sniffer.spool().toString());
            to.put("frames", report.frames());
            to.put("firstNanos", report.firstNanos());
            to.put("lastNanos", report.lastNanos());
            to.put("lastNumber", sniffer.status().lastNumber());
            report.damage().ifPresent(damage -> to.put("damage", damage.describe()));
            ObjectNode counters = to.putObject("counters");
            for (CounterSet.Value value : report.counters()) {
                counters.put(value.counter().name(), value.value());
            }
        });
        try {
            return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
