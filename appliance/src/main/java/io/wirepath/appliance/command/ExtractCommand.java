package io.wirepath.appliance.command;

import io.wirepath.appliance.synthetic.PcapWriter;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.TimeSpan;
import io.wirepath.flows.tls.TlsKeys;
import io.wirepath.merge.spool.Spool;
import io.wirepath.merge.store.MessageStore;
import io.wirepath.pipeline.AnalysisRun;
import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.CallSelection;
import io.wirepath.pipeline.Failure;
import io.wirepath.pipeline.InferredCalls;
import io.wirepath.pipeline.OutputFile;
import io.wirepath.pipeline.PacketSelection;
import io.wirepath.pipeline.RequiredInputs;
import io.wirepath.report.text.Figures;
import io.wirepath.sniffer.file.PcapngWriter;
import io.wirepath.sniffer.file.RingSegment;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wirepath extract}: from a call back to its packets. */
@Command(
        name = "extract",
        description = {
            "Finds the packets of a call, of a whole request, or of all requests of a path in the captures: "
                    + "prints a display",
            "filter of Wireshark for each capture, and copies the packets of all sniffers to one file."
        },
        footer = {
            "",
            "Example:",
            "  wirepath extract 17 sw-*.pcap.gz --request -w request.pcap;  wireshark request.pcap"
        })
final class ExtractCommand extends AnalysisCommand {

    private static final String PART = "only what its two hosts did about that time was looked through: --from and --to"
            + " name a longer time, --reference whose clock it is by, its number in calls.csv looks everywhere";

    private static final String PART_OF_TIME = "only what was done within ten seconds before and after that time was"
            + " looked through: --from and --to name a longer time";

    /** Who names the time of a call as a report has it is no farther off, by whichever clock. */
    private static final long APART_NANOS = 1_000_000_000L;

    /**
     * Calls, among all that were inferred.
     *
     * @param inferred all of them
     * @param calls the numbers of those that are meant
     */
    private record Found(InferredCalls inferred, int[] calls) {

        boolean lacksAnswer() {
            CallTable all = inferred.calls();
            return Arrays.stream(calls)
                    .anyMatch(call -> !all.isAnswered(call) && !all.isOneWay(inferred.messages(), call));
        }
    }

    @Parameters(
            index = "0",
            paramLabel = "CALL|PATH",
            description = "A call: its number in calls.csv, its span's identifier, or CLIENT:PORT>SERVER:PORT[@TIME]."
                    + " Or the identifier of a path, for all requests that took it.")
    private String wanted;

    @Parameters(
            index = "1..*",
            paramLabel = "INPUT",
            arity = "1..*",
            description = "The capture files (pcap, pcapng, gzip) that were analysed, each a sniffer; or spools with a"
                    + " ring of packets.")
    private List<String> inputs;

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            order = 1,
            description =
                    "Writes the packets in order of time (pcap, nanoseconds; FILE.pcapng: with their sniffers, names "
                            + "and calls).")
    private @Nullable Path write;

    @Option(names = "--request", order = 2, description = "Takes all known calls of the same client request.")
    private boolean request;

    @Option(
            names = "--raw-times",
            order = 3,
            description = "Keeps the times of the captures. Default: corrects them to the reference clock.")
    private boolean rawTimes;

    @Mixin
    private NamesOption names;

    @Mixin
    private SpanOptions time;

    @Override
    public Integer call() throws IOException {
        PacketSelection selection = selection();
        RequiredInputs.check(inputs);
        for (String input : inputs) {
            if (MessageStore.isStore(Path.of(input))) {
                throw new Failure(input + ": is a message store, which keeps no packets; name what it was made of");
            }
        }
        RingReaders.of(console::complain).reading(inputs, words());
        try (OutputFile file = write == null ? null : OutputFile.openCapture(write, inputs)) {
            Found found = found(selection);
            InferredCalls inferred = found.inferred();
            if (inferred.inputs().size() != inputs.size()) {
                throw new Failure(
                        "one of the inputs could not be used, so packets cannot be assigned to sniffers; leave it out");
            }
            if (selection.about() != null && !namesReference()) {
                inferred.timesAreBy().ifPresent(by -> console.complain(by + "; --reference names another"));
            }
            CallPackets wanted = new CallPackets(inferred, found.calls(), keys());
            List<CallPackets.Packet> packets = find(wanted, inferred);
            CallPackets.rewritten(inferred, found.calls())
                    .forEach((caller, as) -> console.complain("the address of " + caller + " is rewritten to " + as
                            + " on some ways: packets of its calls behind that are not found"));
            if (file != null) {
                file.write(path -> copy(packets, wanted.secrets(), inferred, path));
            }
        }
        return CommandTree.DONE;
    }

    /** Where a call of spools is named by its hosts and time, no more is looked at than they did about then. */
    private CallSelection.@Nullable Asked asked(PacketSelection selection) {
        return areSpools() ? selection.asked() : null;
    }

    private boolean areSpools() {
        return inputs.stream().allMatch(input -> Spool.isSpool(Path.of(input)));
    }

    /** The calls meant; of a call that is named by its hosts and time, at first narrowly around it. */
    private Found found(PacketSelection selection) throws IOException {
        TimeSpan span = time.span(spec);
        CallSelection.Asked asked = asked(selection);
        if (asked == null) {
            TimeSpan about = span.equals(TimeSpan.ALWAYS) && areSpools() ? selection.about() : null;
            if (about != null) {
                console.complain(PART_OF_TIME);
            }
            AnalysisRun run = run(names.file(), about == null ? span : about);
            InferredCalls inferred =
                    selection.isPath() ? InferredCalls.of(run.run(inputs, null, null)) : run.calls(inputs);
            return new Found(inferred, selection.among(inferred));
        }
        if (!span.equals(TimeSpan.ALWAYS)) {
            return widely(selection, run(merge().of(asked.hosts()), names.file(), span));
        }
        Found narrowly = narrowly(selection, asked);
        return narrowly == null
                ? widely(
                        selection,
                        run(merge().of(asked.hosts()), names.file(), asked.about())
                                .around(asked))
                : narrowly;
    }

    /** Null where the call is not there, or not as it was asked for, or its answer is missing: it may be farther. */
    private @Nullable Found narrowly(PacketSelection selection, CallSelection.Asked asked) throws IOException {
        AnalysisRun run = run(merge().of(asked.hosts()).narrowly(), names.file(), asked.about())
                .around(asked);
        try {
            InferredCalls inferred = run.calls(inputs);
            Found found = new Found(inferred, selection.among(inferred));
            long apart = Arrays.stream(found.calls())
                    .mapToLong(call -> Math.abs(
                            inferred.messages().timeNanos(inferred.calls().request()[call]) - asked.nanos()))
                    .max()
                    .orElse(Long.MAX_VALUE);
            if (apart > APART_NANOS || found.lacksAnswer() || !inferred.agreesOnTime()) {
                return null;
            }
            complainOfPart(inferred);
            return found;
        } catch (Failure e) {
            return null; // the wider look says what is wrong
        }
    }

    /** Says where the calls, or their answers, may lie outside of what is looked at. */
    private Found widely(PacketSelection selection, AnalysisRun run) throws IOException {
        try {
            InferredCalls inferred = run.calls(inputs);
            Found found = new Found(inferred, selection.among(inferred));
            if (found.lacksAnswer()) {
                console.complain("no answer was found; " + PART);
            }
            complainOfPart(inferred);
            return found;
        } catch (Failure e) {
            throw new Failure(e.getMessage() + "; " + PART, e);
        }
    }

    private void complainOfPart(InferredCalls inferred) {
        if (!inferred.hasCauses()) {
            console.complain("its two hosts sent and were sent %,d messages within ten seconds: what caused it was not"
                            .formatted(inferred.ofMessages())
                    + " looked for; --from and --to name a time in which it is");
        }
    }

    /** Secrets have a place in pcapng alone. */
    private TlsKeys keys() {
        return isPcapng() ? reading.keys() : new TlsKeys();
    }

    private boolean isPcapng() {
        return String.valueOf(write).endsWith(".pcapng");
    }

    private PacketSelection selection() {
        try {
            return PacketSelection.of(wanted, request);
        } catch (IllegalArgumentException e) {
            throw refusal(Failure.reason(e), e);
        }
    }

    private List<CallPackets.Packet> find(CallPackets calls, InferredCalls inferred) throws IOException {
        List<CallPackets.Packet> packets = new ArrayList<>();
        for (int sniffer = 0; sniffer < inputs.size(); sniffer++) {
            int before = packets.size();
            calls.read(inputs.get(sniffer), sniffer, reading.decodeSettings(), packets::add);
            Path spool = Path.of(inputs.get(sniffer));
            if (Spool.isSpool(spool) && !RingSegment.isKept(RingSegment.of(spool))) {
                console.complain(spool + ": no packets are kept beside this spool; sniff --ring SIZE keeps the latest");
            }
            if (!calls.damage().isEmpty()) {
                console.complain(spool + ": packets may be missing: " + calls.damage());
            }
            String name = Figures.printable(inferred.inputs().get(sniffer).name());
            long own = packets.stream()
                    .skip(before)
                    .filter(packet -> !packet.calls().isEmpty())
                    .count();
            console.print(name + ": " + own + " packets\n  "
                    + calls.displayFilter(sniffer)
                            .orElse("of too many calls for one display filter; -w FILE copies them")
                    + "\n");
        }
        packets.removeIf(packet -> !calls.isOfUse(packet));
        packets.sort(Comparator.comparingLong(rawTimes ? CallPackets.Packet::rawNanos : CallPackets.Packet::nanos));
        return packets;
    }

    /** Writes what one file of the old form holds, or, where it is to be pcapng, all that is known of each packet. */
    private void copy(List<CallPackets.Packet> packets, List<String> secrets, InferredCalls inferred, Path to)
            throws IOException {
        if (isPcapng()) {
            // the order of bytes by which a file of ours is known
            try (PcapngWriter out = new PcapngWriter(Files.newOutputStream(to), ByteOrder.BIG_ENDIAN)) {
                for (String log : secrets) {
                    out.secrets(log);
                }
                CallPackets.write(packets, inferred.messages().nodes().names(), inferred.sniffers(), rawTimes, out);
            }
            return;
        }

        int linkType = packets.isEmpty() ? 1 : packets.get(0).linkType();
        try (PcapWriter out = new PcapWriter(to, linkType)) {
            for (CallPackets.Packet packet : packets) {
                if (packet.linkType() != linkType) {
                    throw new IOException("the captures have different link types, which one pcap file cannot hold");
                }
                long nanos = rawTimes ? packet.rawNanos() : packet.nanos();
                out.write(nanos, packet.bytes(), packet.bytes().length, packet.originalLength());
            }
        }
    }
}
