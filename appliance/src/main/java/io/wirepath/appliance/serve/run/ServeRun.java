package io.wirepath.appliance.serve.run;

import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.binding.LiveConfig;
import io.wirepath.appliance.listen.LibraryLog;
import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.appliance.names.NameWatch;
import io.wirepath.appliance.serve.ServeControl;
import io.wirepath.appliance.serve.Service;
import io.wirepath.appliance.serve.ServiceLog;
import io.wirepath.appliance.serve.alert.Webhook;
import io.wirepath.appliance.serve.history.StateLock;
import io.wirepath.appliance.serve.http.HttpService;
import io.wirepath.appliance.serve.http.RemoteWrite;
import io.wirepath.appliance.serve.input.UlmReceiver;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.appliance.ship.RemoteRings;
import io.wirepath.appliance.ship.SpoolReceiver;
import io.wirepath.appliance.ship.TopicIntake;
import io.wirepath.appliance.systemd.NotifySocket;
import io.wirepath.appliance.systemd.ServiceLife;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs the service until the process is told to end. */
public final class ServeRun {

    private final ServeConfig config;
    private final Map<String, String> environment;
    private final ServiceLog log;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);

    /** Prepares a run with this configuration. */
    public ServeRun(ServeConfig config, Map<String, String> environment, ServiceLog log) {
        this.config = config;
        this.environment = environment;
        this.log = log;
    }

    /**
     * Runs; returns after a stop in order.
     *
     * @param live makes what reads the configuration again on SIGHUP, of what takes its values
     * @throws Failure when a part cannot be started
     */
    public void run(Function<LiveConfig.Applying<ServeConfig>, LiveConfig<ServeConfig>> live) throws IOException {
        LibraryLog.routeTo(log::warn);
        ConfiguredService configured = new ConfiguredService(config);
        ServeControl control = new ServeControl(ConfiguredService.tuning(config), log::info);
        NotifySocket socket =
                NotifySocket.of(environment, ProcessHandle.current().pid(), log::warn);
        CountDownLatch ready = new CountDownLatch(1);
        Service.Times times = new Service.Times(SteadyClock.ofMachine(), SteadyClock::wallNanos);
        try (StateLock directory = StateLock.of(configured.service().state());
                Service service = new Service(configured.service(), control, log, ready::countDown, times);
                ServiceLife life = ServiceLife.start(socket, service.beats(), () -> status(service), log::warn);
                // sniffers wait for it: before what takes longer to start
                Receiving receiving = Receiving.of(configured, service, log);
                HttpService http = HttpService.start(configured.http(), service, receiving.rings(), log::warn)) {
            LiveConfig<ServeConfig> reloaded =
                    live.apply(changed -> control.tune(ConfiguredService.tuning(changed), "the configuration"));
            life.onReload(reloaded::reload);
            Thread atExit = new Thread(this::stopAndWait, "wirepath-stop");
            Runtime.getRuntime().addShutdownHook(atExit);
            List<Webhook> webhooks = configured.webhooks(http.port(), log::warn);
            service.published().findings().onTold(Webhook.toAll(webhooks));
            Optional<RemoteWrite> figures = configured
                    .figures(http.port())
                    .map(settings -> http.writeTo(settings, LogBudget.of(log::warn, System::nanoTime)));
            Optional<SpanExport> spans = configured.spans(environment, log::warn);
            spans.ifPresent(service.published()::spansTo);
            Optional<NameWatch> names = configured.names(control::asked, log::warn);
            names.ifPresent(NameWatch::start);
            service.start();
            log.info("page and API at " + configured.http().url(http.port()) + receiving.description());
            work(ready, life, receiving);
            webhooks.forEach(Webhook::close);
            figures.ifPresent(RemoteWrite::close);
            spans.ifPresent(SpanExport::close);
            names.ifPresent(NameWatch::close);
        } finally {
            ended.countDown();
        }
    }

    /** Asks the run to end; it returns soon. */
    public void stop() {
        stop.countDown();
    }

    private void work(CountDownLatch ready, ServiceLife life, Receiving receiving) {
        try {
            boolean reported = false;
            while (!stop.await(1, TimeUnit.SECONDS)) {
                receiving.onTime(SteadyClock.wallNanos());
                if (!reported && ready.getCount() == 0) {
                    reported = true;
                    life.ready();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopAndWait() {
        stop.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String status(Service service) {
        var merge = service.published().merge();
        int sniffers = merge == null ? 0 : merge.status().sniffers().size();
        var problems = service.health().problems();
        return sniffers + " sniffers, " + service.reports().size() + " windows kept"
                + (problems.isEmpty() ? "" : "; " + problems.get(0));
    }

    /** What brings sightings and windows from elsewhere, where anything does. */
    private record Receiving(
            RemoteRings rings,
            @Nullable SpoolReceiver receiver,
            @Nullable UlmReceiver logs,
            List<TopicIntake> intakes) implements AutoCloseable {

        static Receiving of(ConfiguredService configured, Service service, ServiceLog log) {
            List<TopicIntake> intakes = new ArrayList<>();
            configured.intake(log::warn).ifPresent(intakes::add);
            configured.windows(service::keep, log::warn).ifPresent(intakes::add);
            for (TopicIntake intake : intakes) {
                Thread thread = new Thread(intake, "wirepath-intake");
                thread.setDaemon(true);
                thread.start();
            }
            RemoteRings rings = new RemoteRings();
            return new Receiving(
                    rings,
                    configured
                            .receiver()
                            .map(settings -> SpoolReceiver.start(settings, rings, Clock.systemUTC(), log::warn))
                            .orElse(null),
                    configured.logs(service.logs(), log::warn).orElse(null),
                    intakes);
        }

        String description() {
            return (receiver == null ? "" : "; receives sniffers on port " + receiver.port())
                    + (logs == null ? "" : "; receives logs on port " + logs.port());
        }

        void onTime(long nowNanos) {
            if (receiver != null) {
                receiver.onTime(nowNanos);
            }
        }

        @Override
        public void close() {
            if (receiver != null) {
                receiver.close();
            }
            if (logs != null) {
                logs.close();
            }
            intakes.forEach(TopicIntake::close);
        }
    }
}
