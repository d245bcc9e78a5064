package io.wirepath.causes.loading;

import io.wirepath.flows.AddressText;
import io.wirepath.merge.MessageCodec;
import io.wirepath.merge.MessageRecord;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What exports tell of a message and the analysis has no use for, by {@link io.wirepath.causes.MessageTable#record}:
 * the times as its sniffers saw them where the analysis takes them as nil, the sniffer, the virtual address.
 *
 * <p>Filled by one thread, read-only afterwards. Holds 18 bytes a message.
 */
public final class MessageDetails {

    private static final int INITIAL = 1 << 12;

    private long[] firstNanos = new long[INITIAL];
    private long[] lastNanos = new long[INITIAL];
    private short[] sniffer = new short[INITIAL];
    private long @Nullable [] digest;
    private final Map<Integer, String> virtualDestination = new HashMap<>();
    private int size;

    /** Holds digests too, eight bytes more a message; asked for before the first is added. */
    public void keepDigests() {
        digest = new long[firstNanos.length];
    }

    /** Adds the next message; its number is the number of those before it. */
    public void add(MessageRecord message) {
        if (size == firstNanos.length) {
            firstNanos = Arrays.copyOf(firstNanos, size * 2);
            lastNanos = Arrays.copyOf(lastNanos, size * 2);
            sniffer = Arrays.copyOf(sniffer, size * 2);
            digest = digest == null ? null : Arrays.copyOf(digest, size * 2);
        }
        if (digest != null) {
            digest[size] = message.digest();
        }
        boolean sent = message.sentNanos() != MessageCodec.NIL;
        boolean received = message.receivedNanos() != MessageCodec.NIL;
        firstNanos[size] = sent ? message.sentNanos() : message.receivedNanos();
        lastNanos[size] = received ? message.receivedNanos() : message.sentNanos();
        sniffer[size] = (short) (sent ? message.senderSniffer() : message.receiverSniffer());
        if ((message.virtualDestinationHigh() | message.virtualDestinationLow()) != 0) {
            virtualDestination.put(
                    size,
                    AddressText.endpoint(
                            message.virtualDestinationHigh(),
                            message.virtualDestinationLow(),
                            message.virtualDestinationPort()));
        }
        size++;
    }

    /** Number of messages. */
    public int size() {
        return size;
    }

    /** When the first byte passed the sniffer nearest to the sender that saw it, ns since the epoch, corrected. */
    public long firstNanos(long record) {
        return firstNanos[(int) record];
    }

    /** When the last byte passed the sniffer nearest to the receiver that saw it. */
    public long lastNanos(long record) {
        return lastNanos[(int) record];
    }

    /** Number of the sniffer nearest to the sender that saw it. */
    public int sniffer(long record) {
        return sniffer[(int) record] & 0xffff;
    }

    /** Keyed digest of its bytes; 0 where none are kept. */
    public long digest(long record) {
        return digest == null ? 0 : digest[(int) record];
    }

    /** Address and port that the sender used for the receiver, or null where it was the real one. */
    public @Nullable String virtualDestination(long record) {
        return virtualDestination.get((int) record);
    }
}
