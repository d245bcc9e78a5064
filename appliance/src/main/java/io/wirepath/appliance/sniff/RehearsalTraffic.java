package io.wirepath.appliance.sniff;

import io.wirepath.sniffer.CaptureDamage;
import io.wirepath.sniffer.FrameBlock;
import io.wirepath.sniffer.FrameSource;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Made-up traffic of a site: connections that open, ask and answer some times in the languages of {@link RehearsalWords},
 * and close; and questions to DNS. Some frames are missing, some come twice, some overtake others, and now and then nobody
 * says anything for longer than a UDP conversation lasts. The same frames in every run.
 *
 * <pre>
 *  round   DNS   connection 0   connection 1   …   DNS   connection 8   …   connection 63
 *    0     ? !       SYN            FIN            ? !     request            answer
 *    1     ? !     SYN, ACK       FIN, ACK         ? !     ACK                ACK
 * </pre>
 */
final class RehearsalTraffic implements FrameSource {

    private static final int CONNECTIONS = 64;
    private static final int CONNECTIONS_A_QUESTION = 8;
    private static final int EXCHANGES = 4;
    private static final int ROUGHNESS = 50;
    private static final int FRAMES_OF_A_BLOCK = 1300;
    private static final long NANOS_A_FRAME = 10_000;
    private static final long BEGIN_NANOS = 1_700_000_000_000_000_000L;
    private static final int BLOCKS_BETWEEN_LULLS = 50;
    private static final long LULL_NANOS = TimeUnit.SECONDS.toNanos(150);
    private static final int SEGMENT_BYTES = 1400;
    private static final int IPV4_AT = 14;
    private static final int TRANSPORT_AT = IPV4_AT + 20;
    private static final int TCP_PAYLOAD_AT = TRANSPORT_AT + 20;
    private static final int UDP_PAYLOAD_AT = TRANSPORT_AT + 8;
    private static final int LONGEST_FRAME = TCP_PAYLOAD_AT + SEGMENT_BYTES;
    private static final int MOST_AT_A_TIME = 8 * LONGEST_FRAME;
    private static final int ETHERNET = 1;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int FIN = 1;
    private static final int SYN = 2;
    private static final int RST = 4;
    private static final int PUSH = 8;
    private static final int ACK = 16;

    private final BooleanSupplier over;
    private final Random random = new Random(1);
    private final RehearsalWords words = new RehearsalWords(random);
    private final Talk[] talks = new Talk[CONNECTIONS];
    private int turn;
    private int opened;
    private long frames;
    private long nowNanos = BEGIN_NANOS;
    private int blocks;
    private long bytesMade;

    /** A connection: who comes next, and what was said. */
    private static final class Talk {
        int number;
        int step;
        final int[] sequence = new int[2];
    }

    /** Traffic that ends, between two blocks, when this is so. */
    RehearsalTraffic(BooleanSupplier over) {
        this.over = over;
        for (int i = 0; i < CONNECTIONS; i++) {
            talks[i] = new Talk();
            open(talks[i]);
        }
    }

    private void open(Talk talk) {
        talk.number = opened++;
        // some are there already when the capture begins
        talk.step = opened % 7 == 0 ? 3 : 0;
        talk.sequence[0] = random.nextInt();
        talk.sequence[1] = random.nextInt();
    }

    @Override
    public boolean fill(FrameBlock block) {
        block.reset(frames + 1);
        if (over.getAsBoolean()) {
            return false;
        }
        nowNanos += blocks++ % BLOCKS_BETWEEN_LULLS == 0 ? LULL_NANOS : 0;
        ByteBuffer to = block.bytes().clear();
        while (block.count() < FRAMES_OF_A_BLOCK && to.capacity() - to.position() > MOST_AT_A_TIME) {
            if (turn % CONNECTIONS_A_QUESTION == 0) {
                question(block, to);
            }
            next(talks[turn], block, to);
            turn = (turn + 1) % CONNECTIONS;
        }
        return true;
    }

    /** The next segment of a connection: three to open it, four for each exchange, three to close it. */
    private void next(Talk talk, FrameBlock block, ByteBuffer to) {
        int step = talk.step++;
        int last = 3 + 4 * EXCHANGES;
        if (step == 0) {
            segment(talk, 0, SYN, new byte[0], block, to);
        } else if (step == 1) {
            segment(talk, 1, SYN | ACK, new byte[0], block, to);
        } else if (step == 2) {
            segment(talk, 0, ACK, new byte[0], block, to);
        } else if (step < last) {
            exchange(talk, (step - 3) % 4, block, to);
        } else if (step < last + 2) {
            int flags = talk.number % 11 == 0 ? RST | ACK : FIN | ACK;
            segment(talk, step - last, flags, new byte[0], block, to);
        } else {
            segment(talk, 0, ACK, new byte[0], block, to);
            open(talk);
        }
    }

    private void exchange(Talk talk, int part, FrameBlock block, ByteBuffer to) {
        switch (part) {
            case 0 -> say(talk, 0, words.request(talk.number), block, to);
            case 1 -> segment(talk, 1, ACK, new byte[0], block, to);
            case 2 -> say(talk, 1, words.response(talk.number), block, to);
            default -> {
                segment(talk, 0, ACK, new byte[0], block, to);
                if (talk.number % 9 == 0) {
                    keepAlive(talk, block, to);
                }
            }
        }
    }

    /** What one side says: in one segment, in several, or in two that overtake each other. */
    private void say(Talk talk, int from, byte[] words, FrameBlock block, ByteBuffer to) {
        int said = 0;
        while (words.length - said > SEGMENT_BYTES) {
            segment(talk, from, ACK, Arrays.copyOfRange(words, said, said + SEGMENT_BYTES), block, to);
            said += SEGMENT_BYTES;
        }
        byte[] rest = Arrays.copyOfRange(words, said, words.length);
        int manner = random.nextInt(16);
        if (rest.length < 2 || manner > 2) {
            segment(talk, from, PUSH | ACK, rest, block, to);
            return;
        }
        int cut = 1 + random.nextInt(rest.length - 1);
        byte[] first = Arrays.copyOf(rest, cut);
        byte[] second = Arrays.copyOfRange(rest, cut, rest.length);
        if (manner == 0) {
            talk.sequence[from] += cut;
            segment(talk, from, PUSH | ACK, second, block, to);
            talk.sequence[from] -= rest.length;
            segment(talk, from, ACK, first, block, to);
            talk.sequence[from] += second.length;
        } else {
            segment(talk, from, ACK, first, block, to);
            segment(talk, from, PUSH | ACK, second, block, to);
        }
    }

    /** Asks whether the other side is still there, with the last byte before those that follow. */
    private void keepAlive(Talk talk, FrameBlock block, ByteBuffer to) {
        talk.sequence[0]--;
        segment(talk, 0, ACK, new byte[talk.number & 1], block, to);
        talk.sequence[0] += 1 - (talk.number & 1);
    }

    private void segment(Talk talk, int from, int flags, byte[] payload, FrameBlock block, ByteBuffer to) {
        int at = to.position();
        int client = 0x0a000000 | talk.number & 0xff;
        int server = 0x0a010001 + talk.number % RehearsalWords.LANGUAGES;
        int clientPort = 10_000 + talk.number % 50_000;
        int serverPort = 8080 + talk.number % RehearsalWords.LANGUAGES;
        ipv4(to, TCP, 20 + payload.length, from == 0 ? client : server, from == 0 ? server : client);
        to.putShort(at + TRANSPORT_AT, (short) (from == 0 ? clientPort : serverPort));
        to.putShort(at + TRANSPORT_AT + 2, (short) (from == 0 ? serverPort : clientPort));
        to.putInt(at + TRANSPORT_AT + 4, talk.sequence[from]);
        to.putInt(at + TRANSPORT_AT + 8, (flags & ACK) == 0 ? 0 : talk.sequence[1 - from]);
        to.putInt(at + TRANSPORT_AT + 12, 5 << 28 | flags << 16 | 0x7fff);
        to.putInt(at + TRANSPORT_AT + 16, 0);
        to.put(at + TCP_PAYLOAD_AT, payload, 0, payload.length);
        talk.sequence[from] += payload.length + ((flags & (SYN | FIN)) == 0 ? 0 : 1);
        add(block, to, TCP_PAYLOAD_AT + payload.length);
    }

    /** A question to DNS and its answer. */
    private void question(FrameBlock block, ByteBuffer to) {
        int id = random.nextInt(1 << 16);
        byte[] name = RehearsalWords.text("\u0005node%d\u0004shop\u0007example\u0000".formatted(id % 10));
        for (int from = 0; from < 2; from++) {
            int at = to.position();
            int length = 12 + name.length + 4 + 16 * from;
            ipv4(to, UDP, 8 + length, from == 0 ? 0x0a000001 : 0x0a010035, from == 0 ? 0x0a010035 : 0x0a000001);
            int clientPort = 20_000 + id % 40_000;
            to.putShort(at + TRANSPORT_AT, (short) (from == 0 ? clientPort : 53));
            to.putShort(at + TRANSPORT_AT + 2, (short) (from == 0 ? 53 : clientPort));
            to.putInt(at + TRANSPORT_AT + 4, 8 + length << 16);
            ByteBuffer dns = to.duplicate().position(at + UDP_PAYLOAD_AT);
            dns.putShort((short) id).putShort((short) (from == 0 ? 0x0100 : 0x8180));
            dns.putInt(1 << 16 | from).putInt(0).put(name).putInt(0x00010001);
            if (from == 1) {
                dns.putInt(0xc00c0001).putInt(0x00010000).putInt(0x003c0004).putInt(0x0a010000 | id % 250);
            }
            add(block, to, UDP_PAYLOAD_AT + length);
        }
    }

    private void ipv4(ByteBuffer to, int protocol, int length, int source, int destination) {
        int at = to.position();
        to.putLong(at, 0x0200_0000_0002_0200L).putInt(at + 8, 1).putShort(at + 12, (short) 0x0800);
        to.putInt(at + IPV4_AT, 0x45000000 | 20 + length);
        to.putInt(at + IPV4_AT + 4, (int) frames << 16);
        to.putInt(at + IPV4_AT + 8, 64 << 24 | protocol << 16);
        to.putInt(at + IPV4_AT + 12, source);
        to.putInt(at + IPV4_AT + 16, destination);
    }

    /** Some frames are lost and some come twice: what no traffic has shown yet is not compiled. */
    private void add(FrameBlock block, ByteBuffer to, int length) {
        int at = to.position();
        to.position(at + length);
        for (int times = times(random.nextInt(ROUGHNESS)); times > 0; times--) {
            nowNanos += NANOS_A_FRAME;
            block.add(nowNanos, at, length, length, ETHERNET);
            frames++;
            bytesMade += length;
        }
    }

    private static int times(int chance) {
        return chance == 0 ? 0 : chance == 1 ? 2 : 1;
    }

    @Override
    public String sniffer() {
        return "rehearsal";
    }

    @Override
    public Optional<CaptureDamage> damage() {
        return Optional.empty();
    }

    @Override
    public long droppedBeforeCapture() {
        return 0;
    }

    @Override
    public Progress progress() {
        return new Progress(bytesMade, -1, frames);
    }

    @Override
    public void close() {
        // there is nothing to close
    }
}
