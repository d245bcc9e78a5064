package io.wirepath.appliance.config;

import io.wirepath.appliance.config.binding.Between;
import io.wirepath.appliance.config.binding.ByteSize;
import io.wirepath.appliance.config.binding.CheckedConfig;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.config.binding.Percent;
import io.wirepath.appliance.config.binding.Reloadable;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.SiteId;
import io.wirepath.sniffer.file.PacketRing;
import io.wirepath.sniffer.live.CaptureWay;
import io.wirepath.sniffer.live.Direction;
import io.wirepath.sniffer.live.Stamps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code wirepath sniff} may be told; {@code config/sniffer.yaml} says what each key means.
 *
 * @param name of the sniffer; null for the host's name and the interface's
 * @param capture how frames are got
 * @param spool where sightings are kept
 * @param ring the latest packets, beside the spool
 * @param sampling how much is watched
 * @param shedding what is given up under overload
 * @param messages how messages are cut
 * @param content content signatures
 * @param shipping where the spool is sent
 */
public record SnifferConfig(
        @Nullable String name,
        Capture capture,
        Spool spool,
        Ring ring,
        Sampling sampling,
        Shedding shedding,
        Messages messages,
        Content content,
        Shipping shipping)
        implements CheckedConfig {

    /**
     * How frames are got.
     *
     * @param interfaces names of the interfaces, each a sniffer of its own
     * @param way how frames come from the kernel
     * @param filter expression as in pcap-filter(7), or null for all frames
     * @param snaplen bytes kept of a frame
     * @param buffer memory in which the kernel keeps frames until they are read, of each ring
     * @param rings rings among which the kernel shares the connections out
     * @param direction which frames, seen from this host
     * @param promiscuous whether frames for other hosts are taken
     * @param timestamps whose clock stamps the frames
     */
    public record Capture(
            List<String> interfaces,
            CaptureWay way,
            @Reloadable @Nullable String filter,
            @Between(least = "64B", most = "256KiB") ByteSize snaplen,
            @Between(least = "1MiB", most = "1GiB") ByteSize buffer,
            @Between(least = "1", most = "16") int rings,
            Direction direction,
            boolean promiscuous,
            Stamps timestamps) {}

    /**
     * Where sightings are kept.
     *
     * @param directory under which each sniffer has a directory of its own
     * @param maxBytes bound of the spool
     * @param maxAge how long anything is kept
     * @param syncEvery how often it is forced to the disk; zero for never
     */
    public record Spool(
            Path directory,
            @Between(least = "4MiB", most = "64TiB") ByteSize maxBytes,
            @Between(least = "1min", most = "3650d") Duration maxAge,
            @Between(least = "0s", most = "1h") Duration syncEvery) {}

    /**
     * The latest packets, which are payload.
     *
     * @param maxBytes bound of those of each sniffer; 0B for none
     * @param snaplen bytes kept of a frame
     * @param keyFile file whose bytes are the key with which they are sealed, or null for none
     * @param onRequest whether the receiver of the spool gets what it asks for
     */
    public record Ring(
            @Between(least = "0B", most = "64TiB") ByteSize maxBytes,
            @Between(least = "64B", most = "256KiB") ByteSize snaplen,
            @Nullable Path keyFile,
            boolean onRequest) {}

    /**
     * How much is watched.
     *
     * @param connections share of the connections, each kept or left out as a whole
     */
    public record Sampling(
            @Reloadable @Between(least = "0.01%", most = "100%")
            Percent connections) {}

    /**
     * What is given up under overload.
     *
     * @param enabled whether anything is
     */
    public record Shedding(boolean enabled) {}

    /**
     * How messages are cut.
     *
     * @param framers protocols that are looked for
     * @param workers threads that rebuild flows
     * @param idleGap silence that ends a message
     * @param pause silence within a conversation that ends a message
     */
    public record Messages(
            @Reloadable List<Protocol> framers,
            @Between(least = "1", most = "16") int workers,
            @Between(least = "1ms", most = "1h") Duration idleGap,
            @Between(least = "1ms", most = "1h") Duration pause) {}

    /**
     * Content signatures.
     *
     * @param enabled whether they are computed
     * @param operations whether what HTTP and gRPC requests ask for is kept, identifiers left out; it is payload
     * @param ids what is kept of the identifiers that a site's own tracing puts into requests
     * @param saltFile file whose bytes salt the hashes, the same on all sniffers; null for a salt in memory
     */
    public record Content(
            boolean enabled,
            boolean operations,
            SiteId.Keeping ids,
            @Nullable Path saltFile) {

        /** Where the package puts a salt; copied from one sniffer to the others of an installation. */
        public static final Path INSTALLED_SALT = Path.of("/etc/wirepath/content.salt");
    }

    /**
     * Where the spool is sent.
     *
     * @param to the receiver, or null for none
     * @param kafka brokers and prefix of topics, {@code kafka://HOST:PORT/PREFIX}, or null for none
     * @param tls keys of the connection
     * @param compress whether documents are compressed on the wire
     */
    public record Shipping(@Nullable HostPort to, @Nullable String kafka, TlsConfig tls, boolean compress) {}

    @Override
    public void check(Complaints complaints) {
        if (ring.maxBytes.bytes() > 0 && ring.maxBytes.bytes() < PacketRing.MIN_BYTES) {
            complaints.at("ring.max-bytes", "is too small for a ring of packets; 0B for none, or 32MiB and more");
        }
        if (ring.onRequest && ring.maxBytes.bytes() == 0) {
            complaints.at("ring.on-request", "needs a ring; set ring.max-bytes");
        }
        shipping.tls.check("shipping.tls", shipping.to, complaints);
        if (shipping.to != null && shipping.kafka != null) {
            complaints.at(
                    "shipping.kafka", "is one place too many; the spool is sent there or to shipping.to, not to both");
        }
    }
}
