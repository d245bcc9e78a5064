package io.wirepath.appliance.command;

import io.wirepath.analyze.truth.SkewedClocks.ClockError;
import io.wirepath.appliance.synthetic.SkewedCapture;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.RequiredInputs;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath skew}: a capture with clock errors added on purpose, or taken out. */
@Command(
        name = "skew",
        description = {
            "Copies a capture with other time stamps, as a clock that is wrong would have given them:",
            "t + offset + skew x (t - first packet). Packets keep their order and their bytes."
        },
        footer = {
            "",
            "Examples:",
            "  wirepath skew a.pcap late.pcap --offset=-1.5s --skew 35",
            "  wirepath skew a.pcap b.pcap --node 10.1.0.7=20ms --node 10.1.0.8=-3ms,50"
        })
final class SkewCommand extends StandardOptions {

    private static final String NUMBER = "[-+]?[0-9]+(?:\\.[0-9]+)?";
    private static final Pattern NODE = Pattern.compile("([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)=([^,]+)(?:,(.+))?");
    private static final double MAX_PPM = 100_000;
    private static final String NOTHING = "0s";

    @Parameters(index = "0", paramLabel = "INPUT", description = "A capture file (pcap, pcapng, gzip), or - .")
    private String input;

    @Parameters(index = "1", paramLabel = "OUTPUT", description = "The copy (pcap, nanoseconds).")
    private Path output;

    @Option(
            names = "--offset",
            paramLabel = "TIME",
            order = 1,
            defaultValue = NOTHING,
            description = "How far the sniffer's clock is ahead, such as 1.5s; negative if it is behind.")
    private String offset;

    @Option(
            names = "--skew",
            paramLabel = "PPM",
            order = 2,
            defaultValue = "0",
            description = "How fast it runs ahead, in parts per million.")
    private String skew;

    @Option(
            names = "--node",
            paramLabel = "ADDRESS=TIME[,PPM]",
            order = 3,
            description = "Gives the packets from this address a clock of their own; may be repeated.")
    private List<String> nodes = List.of();

    @Override
    public Integer call() throws IOException {
        ClockError sniffer = error("--offset", offset, "--skew", skew);
        Map<InetAddress, ClockError> senders = new HashMap<>();
        for (String node : nodes) {
            Matcher matcher = NODE.matcher(node);
            if (!matcher.matches()) {
                throw refusal("--node: '" + node + "' is not of the form ADDRESS=TIME[,PPM], such as 10.1.0.7=20ms,50");
            }
            String ppm = matcher.group(3) == null ? "0" : matcher.group(3);
            senders.put(address(matcher.group(1)), error("--node", matcher.group(2), "--node", ppm));
        }
        RequiredInputs.check(List.of(input));
        try (OutputFile file = OutputFile.openCapture(output, List.of(input))) {
            file.write(path -> copy(path, sniffer, senders));
        }
        return CommandTree.DONE;
    }

    private void copy(Path to, ClockError sniffer, Map<InetAddress, ClockError> senders) throws IOException {
        SkewedCapture.Copied copied = SkewedCapture.copy(input, to, sniffer, senders);
        copied.damage().ifPresent(damage -> console.complain(damage.describe()));
        console.print(String.format(Locale.ROOT, "%s: %,d packets%n", output, copied.frames()));
    }

    /** Takes digits and colons alone, so no name is ever asked of a name server. */
    private InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (IOException e) {
            throw refusal("--node: '" + text + "' is not an address: " + Failure.reason(e));
        }
    }

    private ClockError error(String offsetOption, String time, String skewOption, String ppm) {
        if (!ppm.matches(NUMBER) || Math.abs(Double.parseDouble(ppm)) > MAX_PPM) {
            throw refusal(skewOption + ": '" + ppm + "' is not a skew in parts per million, -100000 to 100000");
        }
        boolean behind = time.startsWith("-");
        try {
            long nanos = new DurationConverter()
                    .convert(behind ? time.substring(1) : time)
                    .toNanos();
            return new ClockError(behind ? -nanos : nanos, Double.parseDouble(ppm));
        } catch (RuntimeException e) {
            throw refusal(offsetOption + ": " + Failure.reason(e));
        }
    }
}
