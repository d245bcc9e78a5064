package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.wirepath.flows.Connection;
import io.wirepath.flows.IpProtocol;
import io.wirepath.flows.Outcome;
import io.wirepath.flows.PacketBuilder;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import io.wirepath.flows.StreamBytes;
import io.wirepath.flows.Transcript;
import io.wirepath.flows.message.BlocksOfPackets;
import io.wirepath.flows.message.MessageSettings;
import io.wirepath.flows.message.ShardedCapture;
import io.wirepath.flows.message.TalkingConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All framers behind the reassembly: whatever a conversation is cut into, in whatever order its packets come, and
 * whichever come again, its messages are those of one packet a step. So are those of a conversation of which a step is
 * missing.
 *
 * <p>Property {@code wirepath.cuts}: draws of each conversation, from seed {@code wirepath.cut} on.
 */
class AnyCutTest {

    private static final int SEEDS = Integer.getInteger("wirepath.cuts", 12);
    private static final int FIRST_SEED = Integer.getInteger("wirepath.cut", 0);
    private static final int MAX_STEPS = 200;
    /** Where a frame begins is found by what a packet begins with, so one must hold a header. */
    private static final int MIN_BEHIND_A_HOLE = 64;

    private static final int STEP_MILLIS = 10;
    private static final int CLIENT_PORT = 40_000;
    private static final int[] ISN = {-700, 90_000};

    /** What one side says at once. */
    record Step(int direction, byte[] bytes) {}

    /** What both sides say. */
    record Talk(String name, boolean midstream, int port, List<Step> steps) {

        @Override
        public String toString() {
            return name;
        }
    }

    /** Bytes of one direction, in a packet. */
    private record Packet(int step, int direction, int from, int to, int acknowledged, int ipId) {}

    static Stream<Talk> talks() throws IOException {
        List<Talk> talks = new ArrayList<>();
        FramerTest.cases().forEach(made -> {
            List<Step> steps = made.steps().stream()
                    .map(step -> new Step(TalkingConnection.directionOf(step), TalkingConnection.bytesOf(step)))
                    .toList();
            talks.add(new Talk(made.toString(), made.midstream(), 7000, steps));
        });
        for (String recording : List.of(
                "ajp",
                "amqp",
                "amqp1",
                "brpc",
                "clickhouse",
                "dce-rpc",
                "dubbo",
                "fix",
                "hdfs",
                "hazelcast",
                "ldap",
                "memcached",
                "mqtt",
                "nats",
                "opensearch",
                "openwire",
                "redis-cluster",
                "redis-pipelined",
                "redis-streams",
                "rmi",
                "smpp",
                "smtp",
                "stomp",
                "theader",
                "thrift",
                "uwsgi",
                "websocket-grpc",
                "zmtp",
                "zmtp-secured")) {
            talks.addAll(recorded(recording));
        }
        return talks.stream();
    }

    /** The longest connections of a recording, each as its packets were. */
    private static List<Talk> recorded(String recording) throws IOException {
        Map<Long, Talk> found = new HashMap<>();
        ShardedCapture capture = new ShardedCapture(MessageSettings.defaults(), assembler -> new Transcript() {
            @Override
            public void onOpen(Connection connection, long timeNanos) {
                super.onOpen(connection, timeNanos);
                if (connection.transport == IpProtocol.TCP) {
                    String name = recording + " " + connection.sourcePort + "-" + connection.destinationPort;
                    found.put(
                            connection.id,
                            new Talk(name, connection.midstream, connection.destinationPort, new ArrayList<>()));
                }
            }

            @Override
            public void onBytes(Connection connection, int direction, StreamBytes bytes) {
                List<Step> steps = found.get(connection.id).steps;
                byte[] copy = new byte[bytes.length];
                bytes.buffer.get(bytes.offset, copy);
                if (steps.size() < MAX_STEPS) {
                    steps.add(new Step(direction, copy));
                }
            }
        });
        capture.run("/captures/protocols/" + recording + ".pcap.gz", sighting -> {});
        return found.values().stream()
                .filter(talk -> talk.steps.size() > 3)
                .sorted((a, b) -> Integer.compare(b.steps.size(), a.steps.size()))
                .limit(3)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("talks")
    void findsTheSameMessagesHoweverTheyAreSent(Talk talk) {
        List<String> wanted = messages(talk, whole(talk), -1);
        assertFalse(wanted.isEmpty());
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Random random = new Random(seed);
            assertEquals(wanted, messages(talk, cut(talk, random, 1), -1), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("talks")
    void findsTheSameMessagesWhateverIsMissing(Talk talk) {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            Random random = new Random(seed);
            int lost = random.nextInt(talk.steps.size());
            List<String> wanted = messages(talk, whole(talk), lost);
            assertEquals(
                    wanted,
                    messages(talk, cut(talk, random, MIN_BEHIND_A_HOLE), lost),
                    "seed " + seed + " lost " + lost);
        }
    }

    private static List<Packet> whole(Talk talk) {
        List<Packet> packets = new ArrayList<>();
        int[] at = new int[2];
        for (int i = 0; i < talk.steps.size(); i++) {
            Step step = talk.steps.get(i);
            int from = at[step.direction];
            int to = from + step.bytes.length;
            packets.add(new Packet(i, step.direction, from, to, at[1 - step.direction], i + 1));
            at[step.direction] = to;
        }
        return packets;
    }

    /** Cuts each step, sends some of it again in other cuts, copies some, and exchanges neighbours. */
    private static List<Packet> cut(Talk talk, Random random, int shortest) {
        List<Packet> all = new ArrayList<>();
        int ipId = 1;
        int most = 1 + random.nextInt(1 << random.nextInt(11));
        for (Packet step : whole(talk)) {
            List<Packet> packets = new ArrayList<>();
            int longest = Math.max(most, (step.to - step.from) / 40);
            for (int at = step.from; at < step.to; ) {
                int to = Math.min(step.to, at + shortest + random.nextInt(longest));
                packets.add(new Packet(step.step, step.direction, at, to, step.acknowledged, ipId++));
                if (random.nextInt(4) == 0) {
                    int from = shortest > 1
                            ? packets.get(random.nextInt(packets.size())).from
                            : step.from + random.nextInt(to - step.from);
                    packets.add(new Packet(step.step, step.direction, from, to, step.acknowledged, ipId++));
                }
                if (random.nextInt(4) == 0) {
                    packets.add(packets.get(random.nextInt(packets.size())));
                }
                at = to;
            }
            for (int swaps = packets.size(); swaps > 0; swaps--) {
                int i = random.nextInt(packets.size());
                Collections.swap(packets, i, Math.min(packets.size() - 1, i + random.nextInt(4)));
            }
            all.addAll(packets);
        }
        return all;
    }

    private static List<String> messages(Talk talk, List<Packet> packets, int lost) {
        BlocksOfPackets traffic = new BlocksOfPackets(false);
        PacketBuilder builder = traffic.packets.from("10.0.1.1", CLIENT_PORT).to("10.0.0.2", talk.port);
        byte[][] bytes = {stream(talk, 0), stream(talk, 1)};
        if (!talk.midstream) {
            traffic.after(0).flags("S").seq(ISN[0] - 1).tcp("");
            builder.turn().flags("SA").seq(ISN[1] - 1).ack(ISN[0]).tcp("").turn();
        }
        builder.flags("PA").sums(PacketBuilder.Sums.RIGHT);
        int side = 0;
        int step = -1;
        int used = 0;
        for (Packet packet : packets) {
            if (packet.step != step) {
                traffic.after(STEP_MILLIS);
                step = packet.step;
            }
            if (side != packet.direction) {
                builder.turn();
                side = packet.direction;
            }
            if (used + packet.to - packet.from > 900_000) {
                traffic.endBlock();
                used = 0;
            }
            if (step != lost) {
                builder.seq(ISN[side] + packet.from)
                        .ack(ISN[1 - side] + packet.acknowledged)
                        .ipId(packet.ipId);
                builder.tcp(Arrays.copyOfRange(bytes[side], packet.from, packet.to));
                used += packet.to - packet.from + 100;
            }
        }
        return traffic.messages(AnyCutTest::describe);
    }

    private static byte[] stream(Talk talk, int direction) {
        int length = talk.steps.stream()
                .filter(step -> step.direction == direction)
                .mapToInt(step -> step.bytes.length)
                .sum();
        byte[] bytes = new byte[length];
        int at = 0;
        for (Step step : talk.steps) {
            if (step.direction == direction) {
                System.arraycopy(step.bytes, 0, bytes, at, step.bytes.length);
                at += step.bytes.length;
            }
        }
        return bytes;
    }

    private static String describe(Sighting sighting) {
        int flags =
                sighting.flags() & (SightingCodec.FLAG_SETUP | SightingCodec.FLAG_MULTIPLEXED | SightingCodec.FLAG_GAP);
        return "%s %s %s %d of %d missing, flags %x, %s, call %d, steps %d to %d"
                .formatted(
                        sighting.sourcePort() == CLIENT_PORT ? ">" : "<",
                        sighting.protocol(),
                        sighting.role(),
                        sighting.missingBytes(),
                        sighting.lengthBytes(),
                        flags,
                        Outcome.text(sighting.outcome()),
                        sighting.callId(),
                        step(sighting.firstByteNanos()),
                        step(sighting.lastByteNanos()));
    }

    private static long step(long nanos) {
        return nanos / 1_000_000 / STEP_MILLIS;
    }
}
