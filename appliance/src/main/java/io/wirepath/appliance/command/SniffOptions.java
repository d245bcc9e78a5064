package io.wirepath.appliance.command;

import io.wirepath.appliance.ship.Transports;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code sniff} that stand for keys of its configuration. */
final class SniffOptions {

    @Option(
            names = "--spool",
            paramLabel = "DIR",
            order = 1,
            description = "Where spools are kept, one below it for each sniffer. Default: /var/lib/wirepath/spool.")
    private @Nullable String spool;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            order = 2,
            description = "Name of the sniffer in all results. Default: the host's and the interface's.")
    private @Nullable String name;

    @Option(
            names = "--capture",
            paramLabel = "WAY",
            order = 10,
            description = "How frames come from the kernel: auto, afpacket or libpcap. Default: auto.")
    private @Nullable String way;

    @Option(
            names = "--filter",
            paramLabel = "EXPRESSION",
            order = 11,
            description = "Which frames are wanted, as in pcap-filter(7). Default: all.")
    private @Nullable String filter;

    @Option(
            names = "--snaplen",
            paramLabel = "SIZE",
            order = 12,
            description = "Bytes kept of each frame. Default: 256KiB, which cuts nothing.")
    private @Nullable String snaplen;

    @Option(
            names = "--buffer",
            paramLabel = "SIZE",
            order = 13,
            description = "Memory in which the kernel keeps frames until they are read. Default: 64MiB.")
    private @Nullable String buffer;

    @Option(
            names = "--rings",
            paramLabel = "N",
            order = 14,
            description = "Rings over which the kernel distributes connections, each with its own buffer. Default: 1.")
    private @Nullable String rings;

    @Option(
            names = "--promiscuous",
            negatable = true,
            order = 15,
            description = "Whether frames for other hosts are captured. Default: yes.")
    private @Nullable Boolean promiscuous;

    @Option(
            names = "--direction",
            paramLabel = "WHICH",
            order = 16,
            description = "Frames in, out or both, seen from this host. Default: both.")
    private @Nullable String direction;

    @Option(
            names = "--sample",
            paramLabel = "SHARE",
            order = 17,
            description = "Share of the connections that is watched, each as a whole, such as 10%%. Default: 100%%.")
    private @Nullable String sample;

    @Option(
            names = "--max-bytes",
            paramLabel = "SIZE",
            order = 20,
            description = "Largest size of a spool on disk; the oldest records are deleted first. Default: 10GiB.")
    private @Nullable String maxBytes;

    @Option(names = "--max-age", paramLabel = "TIME", order = 21, description = "How long it is kept. Default: 7d.")
    private @Nullable String maxAge;

    @Option(
            names = "--sync",
            paramLabel = "TIME",
            order = 22,
            description = "How often it is flushed to disk; 0s leaves that to the kernel. Default: 1s.")
    private @Nullable String sync;

    @Option(
            names = "--ring",
            paramLabel = "SIZE",
            order = 23,
            description =
                    "Keeps the latest packets too, beside the spool, for extract. They are payload. Default: none.")
    private @Nullable String ring;

    @Option(
            names = "--ring-snaplen",
            paramLabel = "SIZE",
            order = 24,
            description = "Bytes of each frame that the ring keeps; 128B: headers. Default: 256KiB.")
    private @Nullable String ringSnaplen;

    @Option(
            names = "--ring-key",
            paramLabel = "FILE",
            order = 25,
            description = "Seals the ring with the key in this file, 32 bytes or more. Default: it is not sealed.")
    private @Nullable String ringKey;

    @Option(
            names = "--ring-on-request",
            order = 26,
            description = "The receiver may ask for packets of the ring. Default: it may not.")
    private @Nullable Boolean ringOnRequest;

    @Option(
            names = "--to",
            paramLabel = "HOST:PORT",
            order = 27,
            description =
                    "Sends the spool to this host, where wirepath serve listens, with --certificate, --key-file and"
                            + " --authority unless it is this machine; or to kafka://HOST:PORT/PREFIX.")
    private @Nullable String to;

    @Option(
            names = "--certificate",
            paramLabel = "PEM",
            order = 28,
            description = "This sniffer's certificate, with its chain.")
    private @Nullable String certificate;

    @Option(
            names = "--key-file",
            paramLabel = "PEM",
            order = 29,
            description = "Its private key, PKCS #8, without a password.")
    private @Nullable String keyFile;

    @Option(
            names = "--authority",
            paramLabel = "PEM",
            order = 30,
            description = "Certificates of the authority that signed the receiver's.")
    private @Nullable String authority;

    @Option(
            names = "--operations",
            order = 31,
            description =
                    "Keeps what HTTP and gRPC requests ask for, identifiers left out: GET /item/*. This is payload.")
    private @Nullable Boolean operations;

    @Option(
            names = "--ids",
            paramLabel = "HOW",
            order = 32,
            description = "What is kept of the identifiers that the site's own tracing puts into requests: none, hashed"
                    + " (links are measured by them), or joined (spans of serve also join the site's traces).")
    private @Nullable String ids;

    /** The options that were given, as keys of the configuration with their values. */
    List<String> named(List<String> interfaces) {
        List<String> named = new ArrayList<>();
        put(named, "spool.directory", spool);
        put(named, "name", name);
        put(named, "capture.way", way);
        put(named, "capture.filter", filter);
        put(named, "capture.snaplen", snaplen);
        put(named, "capture.buffer", buffer);
        put(named, "capture.rings", rings);
        put(named, "capture.promiscuous", promiscuous);
        put(named, "capture.direction", direction);
        put(named, "sampling.connections", sample);
        put(named, "spool.max-bytes", maxBytes);
        put(named, "spool.max-age", maxAge);
        put(named, "spool.sync-every", sync);
        put(named, "ring.max-bytes", ring);
        put(named, "ring.snaplen", ringSnaplen);
        put(named, "ring.key-file", ringKey);
        put(named, "ring.on-request", ringOnRequest);
        put(named, to != null && Transports.isAddress(to) ? "shipping.kafka" : "shipping.to", to);
        put(named, "shipping.tls.certificate", certificate);
        put(named, "shipping.tls.key", keyFile);
        put(named, "shipping.tls.authority", authority);
        put(named, "content.operations", operations);
        put(named, "content.ids", ids);
        if (!interfaces.isEmpty()) {
            named.add("capture.interfaces=" + String.join(",", interfaces));
        }
        return named;
    }

    private static void put(List<String> to, String key, @Nullable Object value) {
        if (value != null) {
            to.add(key + "=" + value);
        }
    }
}
