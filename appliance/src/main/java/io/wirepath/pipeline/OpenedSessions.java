package io.wirepath.pipeline;

import io.wirepath.flows.decode.PacketView;
import io.wirepath.flows.tls.TlsKeys;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which sessions of TLS calls are in, by the hellos before them: the same ends may have spoken of something else a
 * moment ago, whose secrets are nobody's business.
 *
 * <pre>
 *  SYN, hello of session 1, …, FIN │ SYN, hello of session 2, …   call
 *                                  └ from here on packets are of use
 * </pre>
 *
 * All packets are shown first, sniffer by sniffer; then it is asked. Used by one thread.
 */
final class OpenedSessions {

    private static final int SYN = 2;
    private static final int ACK = 16;

    private final TlsKeys keys;

    /** By connection and sniffer, each in order of time. */
    private final Map<String, Map<Integer, List<Opening>>> openings = new HashMap<>();

    /** Openings of the sessions that calls are in; null where they were not looked for since packets were shown. */
    private @Nullable Set<Opening> ofCalls;

    private final Map<String, Set<Long>> calls = new HashMap<>();

    /** From the first packet of a connection, or the hello where that was not seen. */
    private static final class Opening {

        private final long nanos;
        private boolean isGreeted;
        private String log = "";

        Opening(long nanos) {
            this.nanos = nanos;
        }
    }

    OpenedSessions(TlsKeys keys) {
        this.keys = keys;
    }

    /** A call is wanted whose request is seen at a connection from this time on, by the reference's clock. */
    void call(String connection, long nanos) {
        calls.computeIfAbsent(connection, any -> new HashSet<>()).add(nanos);
    }

    /** Looks whether this packet opens a session; its time is by the reference's clock. */
    void look(PacketView packet, String connection, int sniffer, long nanos) {
        if (!packet.isTcp() || keys.isEmpty()) {
            return;
        }
        ByteBuffer payload = packet.bytes().duplicate();
        payload.position(packet.payloadOffset()).limit(packet.payloadOffset() + packet.payloadLength());
        boolean isHello = TlsKeys.isHello(payload);
        if (!isHello && !isFirst(packet)) {
            return;
        }
        ofCalls = null;
        String log = isHello ? keys.logOf(payload) : "";
        List<Opening> here = openings.computeIfAbsent(connection, any -> new HashMap<>())
                .computeIfAbsent(sniffer, any -> new ArrayList<>());
        boolean isAgain = isHello && !here.isEmpty() && last(here).log.equals(log);
        if (here.isEmpty() || last(here).isGreeted && !isAgain) {
            here.add(new Opening(nanos));
        }
        if (isHello) {
            last(here).isGreeted = true;
            last(here).log = log;
        }
    }

    private static boolean isFirst(PacketView packet) {
        return (packet.tcpFlags() & (SYN | ACK)) == SYN;
    }

    private static Opening last(List<Opening> openings) {
        return openings.get(openings.size() - 1);
    }

    private static @Nullable Opening at(List<Opening> openings, long nanos) {
        Opening at = null;
        for (Opening each : openings) {
            at = each.nanos <= nanos ? each : at;
        }
        return at;
    }

    /** Of what the sniffers saw open, the latest before a call: another may have missed that one. */
    private Set<Opening> ofCalls() {
        Set<Opening> known = ofCalls;
        if (known == null) {
            Set<String> logs = new HashSet<>();
            calls.forEach((connection, times) -> times.forEach(time -> of(connection).values().stream()
                    .map(each -> at(each, time))
                    .filter(Objects::nonNull)
                    .max(Comparator.comparingLong(opening -> opening.nanos))
                    .ifPresent(opening -> logs.add(opening.log))));
            logs.remove("");
            known = openings.values().stream()
                    .flatMap(own -> own.values().stream())
                    .flatMap(List::stream)
                    .filter(opening -> logs.contains(opening.log))
                    .collect(Collectors.toSet());
            ofCalls = known;
        }
        return known;
    }

    /** Key logs of the sessions that calls are in, of each once. */
    List<String> secrets() {
        return ofCalls().stream()
                .map(opening -> opening.log)
                .distinct()
                .sorted()
                .toList();
    }

    private Map<Integer, List<Opening>> of(String connection) {
        return openings.getOrDefault(connection, Map.of());
    }

    /** Whether a packet, whose time is by the reference's clock, belongs to such a session. */
    boolean isOf(String connection, int sniffer, long nanos) {
        Opening opening = at(of(connection).getOrDefault(sniffer, List.of()), nanos);
        return opening != null && ofCalls().contains(opening);
    }
}
