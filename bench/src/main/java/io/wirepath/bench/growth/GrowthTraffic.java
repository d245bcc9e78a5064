package io.wirepath.bench.growth;

import io.wirepath.appliance.synthetic.PcapWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Datagrams as a stranger may send them: questions and answers of so many messages, hosts and ports, within a minute.
 * They look like no protocol, not even by chance.
 *
 * @param messages datagrams, half of them answers
 * @param nodes hosts that ask, besides the servers
 * @param pairs servers that each of them asks: pairs of nodes are this times nodes, as far as messages reach
 * @param kinds lengths of questions, each of which may be a kind of its own
 * @param ports ports of a server
 * @param connections ports that a host asks from
 * @param sniffers captures, each of which sees all
 * @param inFlight calls that are open at a time
 * @param open requests that each of the hosts that ask is asked at the beginning, and answers at the end
 * @param relayed whether each server asks another host before it answers, so that half of the calls have a cause
 */
record GrowthTraffic(
        int messages,
        int nodes,
        int pairs,
        int kinds,
        int ports,
        int connections,
        int sniffers,
        int inFlight,
        int open,
        boolean relayed) {

    /** What is doubled, by name. */
    static final List<String> DIMENSIONS =
            List.of("messages", "nodes", "pairs", "kinds", "ports", "connections", "sniffers", "inFlight", "open");

    private static final long START_NANOS = 1_767_225_600_000_000_000L;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final long ANSWER_NANOS = 2_000_000L;
    private static final int CLIENTS = 0x0a000001;
    private static final int SERVERS = 0x0a640001;
    private static final int ASKED_BY_SERVERS = 0x0ac80001;
    private static final int STRANGERS = 0x0afa0001;
    private static final int NO_PROTOCOL = 0x00fe00fe;
    private static final int FIRST_PORT = 5000;
    private static final int FIRST_CLIENT_PORT = 20_000;
    private static final int HEADERS = 14 + 20 + 8;
    private static final int MIN_BYTES = 16;
    private static final int ANSWER_BYTES = 200;

    /** The same with twice as much of this. */
    GrowthTraffic doubled(String dimension) {
        return new GrowthTraffic(
                twice("messages", dimension, messages),
                twice("nodes", dimension, nodes),
                twice("pairs", dimension, pairs),
                twice("kinds", dimension, kinds),
                twice("ports", dimension, ports),
                twice("connections", dimension, connections),
                twice("sniffers", dimension, sniffers),
                twice("inFlight", dimension, inFlight),
                twice("open", dimension, open),
                relayed);
    }

    private static int twice(String name, String dimension, int value) {
        return name.equals(dimension) ? 2 * value : value;
    }

    /** Writes the captures, and tells where. */
    List<Path> write(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int sniffer = 0; sniffer < sniffers; sniffer++) {
            Path file = directory.resolve("sw-" + sniffer + ".pcap");
            try (PcapWriter to = new PcapWriter(file, 1)) {
                write(to, sniffer * 1000L);
            }
            files.add(file);
        }
        return files;
    }

    private void write(PcapWriter to, long laterNanos) throws IOException {
        int calls = messages / (relayed ? 4 : 2);
        Deque<byte[]> answers = new ArrayDeque<>();
        long step = Math.max(2 * ANSWER_NANOS, MINUTE_NANOS / calls);
        keepOpen(to, START_NANOS - 2 * ANSWER_NANOS, false);
        for (int call = 0; call < calls; call++) {
            long nanos = START_NANOS + call * step + laterNanos;
            int client = CLIENTS + call % nodes;
            int server = SERVERS + call / nodes % pairs;
            int port = FIRST_PORT + call / 3 % ports;
            int from = FIRST_CLIENT_PORT + call / 5 % connections;
            byte[] asked = frame(client, from, server, port, MIN_BYTES + call / 7 % kinds, call);
            byte[] answer = frame(server, port, client, from, ANSWER_BYTES, call);
            to.write(nanos, asked, asked.length, asked.length);
            if (relayed) {
                relay(to, nanos, server, from, call);
            }
            answers.add(answer);
            if (answers.size() == inFlight) {
                byte[] first = answers.remove();
                to.write(nanos + ANSWER_NANOS, first, first.length, first.length);
            }
        }
        keepOpen(to, START_NANOS + calls * step, true);
    }

    /** Strangers ask all hosts, or are answered. */
    private void keepOpen(PcapWriter to, long nanos, boolean answers) throws IOException {
        for (int i = 0; i < open * nodes; i++) {
            int host = CLIENTS + i % nodes;
            int stranger = STRANGERS + i / nodes;
            byte[] frame = answers
                    ? frame(host, FIRST_PORT, stranger, FIRST_CLIENT_PORT, ANSWER_BYTES, i)
                    : frame(stranger, FIRST_CLIENT_PORT, host, FIRST_PORT, MIN_BYTES, i);
            to.write(nanos + i, frame, frame.length, frame.length);
        }
    }

    /** Before it answers, a server asks another host. */
    private void relay(PcapWriter to, long nanos, int server, int from, int call) throws IOException {
        int other = ASKED_BY_SERVERS + call % nodes;
        byte[] asked = frame(server, from, other, FIRST_PORT, MIN_BYTES + call % kinds, -call);
        byte[] answer = frame(other, FIRST_PORT, server, from, ANSWER_BYTES, -call);
        to.write(nanos + ANSWER_NANOS / 4, asked, asked.length, asked.length);
        to.write(nanos + ANSWER_NANOS / 2, answer, answer.length, answer.length);
    }

    /** Ethernet, IPv4, UDP without a checksum, and a payload that differs from call to call. */
    private static byte[] frame(int source, int sourcePort, int destination, int destinationPort, int bytes, int call) {
        ByteBuffer to = ByteBuffer.allocate(HEADERS + bytes);
        to.put(new byte[12]).putShort((short) 0x0800);
        int ip = to.position();
        to.put((byte) 0x45)
                .put((byte) 0)
                .putShort((short) (28 + bytes))
                .putShort((short) call)
                .putShort((short) 0);
        to.put((byte) 64).put((byte) 17).putShort((short) 0).putInt(source).putInt(destination);
        int sum = 0;
        for (int at = ip; at < ip + 20; at += 2) {
            sum += to.getShort(at) & 0xffff;
        }
        to.putShort(ip + 10, (short) ~((sum & 0xffff) + (sum >>> 16)));
        to.putShort((short) sourcePort).putShort((short) destinationPort);
        to.putShort((short) (8 + bytes)).putShort((short) 0);
        to.putInt(NO_PROTOCOL);
        for (int i = 4; i + 4 <= bytes; i += 4) {
            to.putInt(0x9e3779b9 * (call * 64 + i + 1));
        }
        return to.array();
    }
}
