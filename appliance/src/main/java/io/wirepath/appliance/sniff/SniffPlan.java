package io.wirepath.appliance.sniff;

import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.pipeline.FlowSettings;
import io.wirepath.flows.pipeline.PipelineTuning;
import io.wirepath.merge.spool.SpoolSettings;
import io.wirepath.pipeline.Failure;
import io.wirepath.sniffer.SnifferName;
import io.wirepath.sniffer.file.RingKey;
import io.wirepath.sniffer.live.LiveSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a configuration means for the sniffers. */
public final class SniffPlan {

    private final SnifferConfig config;
    private final String host;
    private final FlowSettings flows;
    private final ContentSalt salt;
    private final @Nullable RingKey ringKey;

    /**
     * Works it out.
     *
     * @param flows how frames become sightings, but for what the configuration says of messages
     * @param log told what the operator should know of the salt
     * @throws Failure when the salt cannot be used
     */
    public SniffPlan(SnifferConfig config, FlowSettings flows, String host, SniffLog log) {
        this.config = config;
        this.host = host;
        salt = ContentSalt.of(config, log);
        Path keyFile = config.ring().keyFile();
        ringKey = keyFile == null ? null : ringKey(keyFile);
        SnifferConfig.Messages messages = config.messages();
        MessageSettings cut = new MessageSettings(
                messages.idleGap().toNanos(),
                messages.pause().toNanos(),
                config.content().enabled(),
                config.content().operations(),
                config.content().ids(),
                salt.key());
        this.flows = flows.withWorkers(messages.workers()).withMessage(cut);
    }

    /** The sniffer of an interface, one of {@code interfaces} that this process captures. */
    public SniffSettings ofInterface(String name, int interfaces) {
        String sniffer = config.name();
        if (sniffer == null) {
            return of(host + "-" + name);
        }
        return of(interfaces == 1 ? sniffer : sniffer + "-" + name);
    }

    /** The sniffer of a capture file. */
    public SniffSettings ofFile(String file) {
        String sniffer = config.name();
        return of(sniffer == null ? SnifferName.of(file) : sniffer);
    }

    private SniffSettings of(String name) {
        if (name.contains("/") || name.startsWith(".")) {
            throw new Failure("'" + name + "' cannot name a sniffer, because it cannot name a directory");
        }
        return new SniffSettings(
                name,
                config.spool().directory().resolve(name),
                bounds(),
                config.ring().maxBytes().bytes(),
                (int) config.ring().snaplen().bytes(),
                ringKey,
                flows,
                tuning(config),
                config.shedding().enabled(),
                salt.fingerprint());
    }

    private static RingKey ringKey(Path file) {
        try {
            return RingKey.read(file);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be used as a key of rings", e);
        }
    }

    private SpoolSettings bounds() {
        SnifferConfig.Spool spool = config.spool();
        return SpoolSettings.defaults()
                .withMaxBytes(spool.maxBytes().bytes())
                .withMaxAgeNanos(spool.maxAge().toNanos())
                .withSync(spool.syncEvery().toNanos(), 0);
    }

    private static PipelineTuning tuning(SnifferConfig config) {
        return PipelineTuning.EVERYTHING
                .withSampledShare(config.sampling().connections().fraction())
                .withFramers(Set.copyOf(config.messages().framers()));
    }

    /** How an interface is captured. */
    public LiveSettings live(String interfaceName) {
        SnifferConfig.Capture capture = config.capture();
        String filter = capture.filter();
        return LiveSettings.of(interfaceName)
                .way(capture.way())
                .filter(filter == null ? "" : filter)
                .snaplenBytes((int) capture.snaplen().bytes())
                .bufferBytes(capture.buffer().bytes())
                .workers(capture.rings())
                .promiscuous(capture.promiscuous())
                .direction(capture.direction())
                .stamps(capture.timestamps())
                .build();
    }

    /**
     * Takes into the sniffers what another configuration says of what may change while they run.
     *
     * @throws io.wirepath.sniffer.CaptureException when its filter is wrong
     */
    public static void apply(SnifferConfig from, SnifferConfig to, SniffControl control)
            throws io.wirepath.sniffer.CaptureException {
        String filter = to.capture().filter() == null ? "" : to.capture().filter();
        if (!filter.equals(from.capture().filter() == null ? "" : from.capture().filter())) {
            control.filter(filter);
        }
        if (!to.sampling().equals(from.sampling())) {
            control.sample(to.sampling().connections().fraction());
        }
        if (!to.messages().framers().equals(from.messages().framers())) {
            control.lookFor(Set.copyOf(to.messages().framers()));
        }
    }
}
