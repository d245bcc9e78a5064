package io.wirepath.appliance.serve.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.config.ServeConfig;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.listen.AccessToken;
import io.wirepath.appliance.listen.Issuer;
import io.wirepath.appliance.listen.LogBudget;
import io.wirepath.appliance.listen.TokenFile;
import io.wirepath.appliance.names.NameWatch;
import io.wirepath.appliance.serve.ServeSettings;
import io.wirepath.appliance.serve.ServeTuning;
import io.wirepath.appliance.serve.alert.AlertForm;
import io.wirepath.appliance.serve.alert.Webhook;
import io.wirepath.appliance.serve.history.HistoryBounds;
import io.wirepath.appliance.serve.history.WindowId;
import io.wirepath.appliance.serve.http.HttpSettings;
import io.wirepath.appliance.serve.http.RemoteWrite;
import io.wirepath.appliance.serve.input.UlmIntake;
import io.wirepath.appliance.serve.input.UlmReceiver;
import io.wirepath.appliance.serve.spans.SpanExport;
import io.wirepath.appliance.ship.SpoolReceiver;
import io.wirepath.appliance.ship.TlsFiles;
import io.wirepath.appliance.ship.TopicIntake;
import io.wirepath.appliance.ship.Transports;
import io.wirepath.appliance.sniff.ContentSalt;
import io.wirepath.appliance.sniff.SniffClock;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.causes.window.WindowSettings;
import io.wirepath.merge.live.LiveMergeSettings;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.nat.NatRules;
import io.wirepath.pipeline.AlgorithmOptions;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.Inference;
import io.wirepath.pipeline.NameFile;
import io.wirepath.pipeline.Version;
import io.wirepath.report.export.OtlpReceiver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a configuration means to the parts of the service. */
final class ConfiguredService {

    private final ServeConfig config;

    ConfiguredService(ServeConfig config) {
        this.config = config;
    }

    /** What the service itself is started with. */
    ServeSettings service() {
        return ServeSettings.defaults(config.directory())
                .withSpools(config.spools())
                .withMerge(merge())
                .withPast(new HistoryBounds(
                        config.merge().rememberBytes().bytes(),
                        config.merge().remember().toNanos()))
                .withTuning(tuning(config))
                .withBounds(bounds(config.messages()), bounds(config.history()));
    }

    /** What may change in the running service. */
    static ServeTuning tuning(ServeConfig config) {
        String evidence = config.analysis().evidence().stream()
                .map(Evidence::name)
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(","));
        return new ServeTuning(
                new WindowSettings(
                        config.windows().length().toNanos(),
                        config.windows().before().toNanos(),
                        config.windows().after().toNanos()),
                new Inference(
                        config.analysis().algorithm().name().toLowerCase(Locale.ROOT),
                        evidence,
                        config.analysis().seed(),
                        config.analysis().maxDelay().toNanos(),
                        Inference.defaults().iterations(),
                        AlgorithmOptions.parse(config.analysis().options())),
                NameFile.lines(config.analysis().names()));
    }

    /** Asks for names, where it is told to; to be closed. */
    Optional<NameWatch> names(Consumer<List<String>> to, Consumer<String> log) {
        List<String> from = config.analysis().namesFrom();
        if (from.isEmpty()) {
            return Optional.empty();
        }
        NameWatch watch = NameWatch.of(
                from,
                config.directory().resolve("names.csv"),
                SteadyClock::wallNanos,
                to,
                LogBudget.of(log, System::nanoTime));
        watch.show();
        return Optional.of(watch);
    }

    /** Sends spans, where it is told to; to be closed. */
    Optional<SpanExport> spans(Map<String, String> environment, Consumer<String> log) {
        ServeConfig.Spans spans = config.spans();
        String to = spans.to();
        if (to == null) {
            return Optional.empty();
        }
        OtlpReceiver receiver = receiver("spans", to, at -> OtlpReceiver.of(at, environment, LockSupport::parkNanos));
        String metricsTo = spans.metricsTo();
        OtlpReceiver metrics = metricsTo == null
                ? null
                : receiver("metrics", metricsTo, at -> OtlpReceiver.ofMetrics(at, environment, LockSupport::parkNanos));
        SpanExport export = SpanExport.start(
                new SpanExport.Settings(spans.oneIn(), spans.maxCalls()),
                receiver,
                LogBudget.of(log, System::nanoTime));
        return Optional.of(metrics == null ? export : export.withDurations(metrics, Version.text()));
    }

    private static OtlpReceiver receiver(String what, String to, Function<String, OtlpReceiver> of) {
        try {
            return of.apply(to);
        } catch (IllegalArgumentException e) {
            throw new Failure("cannot send " + what + " to " + to + ": " + e.getMessage(), e);
        }
    }

    /** Receives lines of logs, where it is told to. */
    Optional<UlmReceiver> logs(UlmIntake to, Consumer<String> log) {
        HostPort at = config.receive().ulm();
        if (at == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(UlmReceiver.start(new InetSocketAddress(at.host(), at.port()), to, log));
        } catch (IOException | UnresolvedAddressException e) {
            throw new Failure("cannot receive logs on " + at + ": " + Failure.reason(e) + "; change receive.ulm", e);
        }
    }

    /** Where requests are answered. */
    HttpSettings http() {
        ServeConfig.Http http = config.http();
        return new HttpSettings(
                http.listen().host(),
                http.listen().port(),
                http.certificate(),
                http.key(),
                http.tokenFile(),
                http.audit().bytes() == 0 ? null : config.directory().resolve("audit.jsonl"),
                http.audit().bytes(),
                issuer(http.oidc()));
    }

    private static Issuer.@Nullable Settings issuer(ServeConfig.Oidc oidc) {
        String issuer = oidc.issuer();
        String client = oidc.client();
        if (issuer == null || client == null) {
            return null;
        }
        Map<String, AccessToken.Grant> roles = new LinkedHashMap<>();
        oidc.roles()
                .forEach((value, role) ->
                        roles.put(value, AccessToken.Grant.of(role).orElseThrow()));
        @Nullable URI page = oidc.page() == null ? null : URI.create(oidc.page());
        return new Issuer.Settings(
                URI.create(issuer),
                client,
                oidc.secretFile(),
                oidc.scopes(),
                oidc.audience(),
                oidc.rolesClaim(),
                roles,
                page);
    }

    /** Where figures are sent; empty where they are not. */
    Optional<RemoteWrite.Settings> figures(int port) {
        ServeConfig.Metrics metrics = config.metrics();
        String to = metrics.to();
        if (to == null) {
            return Optional.empty();
        }
        @Nullable String token = metrics.tokenFile() == null ? null : TokenFile.readGiven(metrics.tokenFile());
        String instance = metrics.instance() == null ? SniffClock.system().host() + ":" + port : metrics.instance();
        return Optional.of(new RemoteWrite.Settings(URI.create(to), metrics.every(), token, instance));
    }

    /** Tells who is to be told of problems; to be closed. */
    List<Webhook> webhooks(int port, Consumer<String> log) {
        ServeConfig.Alerts alerts = config.alerts();
        String page = alerts.page() == null ? http().url(port) : alerts.page();
        @Nullable String token = alerts.tokenFile() == null ? null : TokenFile.readGiven(alerts.tokenFile());
        List<Webhook> webhooks = new ArrayList<>();
        alerts.webhooks()
                .forEach((address, form) -> webhooks.add(new Webhook(
                        new Webhook.Settings(
                                URI.create(address),
                                AlertForm.of(form).orElseThrow(),
                                token,
                                SniffClock.system().host(),
                                page),
                        SteadyClock::wallNanos,
                        LogBudget.of(log, System::nanoTime))));
        return webhooks;
    }

    /** Where spools are received; empty where none are. */
    Optional<SpoolReceiver.Settings> receiver() {
        HostPort listen = config.receive().listen();
        if (listen == null) {
            return Optional.empty();
        }
        return Optional.of(new SpoolReceiver.Settings(
                listen,
                TlsFiles.of(config.receive().tls()),
                service().received(),
                received(),
                config.receive().maxTotalBytes().bytes(),
                config.receive().names(),
                config.receive().users(),
                ContentSalt::ofMachine));
    }

    private SpoolSettings received() {
        return SpoolSettings.defaults()
                .withMaxBytes(config.receive().maxBytes().bytes())
                .withMaxAgeNanos(config.receive().maxAge().toNanos());
    }

    /** What reads the topics that sniffers write; empty where none are. */
    Optional<TopicIntake> intake(Consumer<String> log) {
        String kafka = config.receive().kafka();
        return kafka == null
                ? Optional.empty()
                : Optional.of(Transports.of(kafka).intake(kafka, service().received(), received(), log));
    }

    /** What reads the windows that a job analysed; empty where there is none. */
    Optional<TopicIntake> windows(BiConsumer<WindowId, ObjectNode> to, Consumer<String> log) {
        String windows = config.receive().windows();
        return windows == null
                ? Optional.empty()
                : Optional.of(Transports.of(windows).windows(windows, to, log));
    }

    private LiveMergeSettings merge() {
        ServeConfig.Merge merge = config.merge();
        Map<String, Long> ties = new LinkedHashMap<>();
        merge.ties().forEach((sniffer, ahead) -> ties.put(sniffer, ahead.toNanos()));
        return LiveMergeSettings.defaults()
                .withTimes(
                        merge.hold().toNanos(),
                        merge.silent().toNanos(),
                        merge.late().toNanos())
                .with(new LiveMergeSettings.Site(merge.reference(), ties, rules(merge.natRules())));
    }

    private static NatRules rules(@Nullable Path file) {
        if (file == null) {
            return NatRules.NONE;
        }
        try {
            return NatRules.parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new Failure(file + ": " + e.getMessage(), e);
        }
    }

    private static HistoryBounds bounds(ServeConfig.Bounds bounds) {
        return new HistoryBounds(bounds.maxBytes().bytes(), bounds.maxAge().toNanos());
    }
}
