package io.wirepath.appliance.config;

import io.wirepath.appliance.config.binding.ByteSize;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.config.binding.Percent;
import io.wirepath.causes.joint.evidence.Evidence;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SiteId;
import io.wirepath.sniffer.live.CaptureWay;
import io.wirepath.sniffer.live.Direction;
import io.wirepath.sniffer.live.Stamps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What holds where nothing is said; the files in {@code config/} say the same. */
final class Defaults {

    private static final Path STATE = Path.of("/var/lib/wirepath");

    /** A sniffer of all frames that keeps 10 GiB or a week, and sends nothing. */
    static final SnifferConfig SNIFFER = new SnifferConfig(
            null,
            new SnifferConfig.Capture(
                    List.of(),
                    CaptureWay.AUTO,
                    null,
                    new ByteSize(256 << 10),
                    ByteSize.mebibytes(64),
                    1,
                    Direction.BOTH,
                    true,
                    Stamps.KERNEL),
            new SnifferConfig.Spool(
                    STATE.resolve("spool"), ByteSize.gibibytes(10), Duration.ofDays(7), Duration.ofSeconds(1)),
            new SnifferConfig.Ring(new ByteSize(0), new ByteSize(256 << 10), null, false),
            new SnifferConfig.Sampling(Percent.ALL),
            new SnifferConfig.Shedding(true),
            new SnifferConfig.Messages(framers(), 1, Duration.ofSeconds(1), Duration.ofSeconds(5)),
            new SnifferConfig.Content(true, false, SiteId.Keeping.NONE, SnifferConfig.Content.INSTALLED_SALT),
            new SnifferConfig.Shipping(null, null, TlsConfig.NONE, true));

    /** A service of the loopback: receives there, shows there, counts minutes, keeps a month of results. */
    static final ServeConfig SERVE = new ServeConfig(
            STATE.resolve("serve"),
            new ServeConfig.Receive(
                    new HostPort("127.0.0.1", 7171),
                    null,
                    null,
                    null,
                    TlsConfig.NONE,
                    Map.of(),
                    List.of("wirepath-sniffer"),
                    ByteSize.gibibytes(10),
                    ByteSize.gibibytes(100),
                    Duration.ofDays(7)),
            List.of(),
            new ServeConfig.Merge(
                    Duration.ofSeconds(6),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofHours(2),
                    ByteSize.gibibytes(1),
                    null,
                    Map.of(),
                    null),
            new ServeConfig.Windows(Duration.ofMinutes(1), Duration.ofSeconds(10), Duration.ofSeconds(10)),
            new ServeConfig.Analysis(
                    ServeConfig.Algorithm.AUTO,
                    Arrays.asList(Evidence.values()),
                    1,
                    Duration.ofSeconds(2),
                    List.of(),
                    null,
                    List.of()),
            new ServeConfig.Bounds(ByteSize.gibibytes(10), Duration.ofDays(2)),
            new ServeConfig.Bounds(ByteSize.gibibytes(2), Duration.ofDays(30)),
            new ServeConfig.Http(
                    new HostPort("127.0.0.1", 7170),
                    null,
                    null,
                    null,
                    ByteSize.mebibytes(16),
                    new ServeConfig.Oidc(null, null, null, List.of("profile"), null, "groups", Map.of(), null)),
            new ServeConfig.Alerts(Map.of(), null, null),
            new ServeConfig.Metrics(null, Duration.ofSeconds(15), null, null),
            new ServeConfig.Spans(null, null, 100, 10_000));

    private Defaults() {}

    private static List<Protocol> framers() {
        return Arrays.stream(Protocol.values())
                .filter(protocol -> protocol != Protocol.UNKNOWN)
                .toList();
    }
}
