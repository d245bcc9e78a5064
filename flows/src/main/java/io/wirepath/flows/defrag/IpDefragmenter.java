package io.wirepath.flows.defrag;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;

/**
 * Puts IPv4 and IPv6 datagrams together (RFC 791 §3.2, RFC 8200 §4.5).
 *
 * <p>First bytes win where fragments overlap, and overlaps are counted. (RFC 5722 would throw the whole IPv6 datagram
 * away; a watcher rather keeps what most hosts saw first.) A complete datagram stays in the table for a while, so that
 * copies of its fragments, which a mirror port sends moments later, are told apart from a new datagram. The oldest
 * datagrams are given up when the bounds of {@link DefragSettings} are reached.
 *
 * <p>Not thread-safe. Never asks a clock.
 */
public final class IpDefragmenter {

    private static final int LONGEST_IPV4 = 65_535;
    private static final int LONGEST_IPV6_PAYLOAD = 65_535;
    private static final int LONGEST_WHOLE = LONGEST_IPV6_PAYLOAD + 40;

    private final DefragSettings settings;
    private final FragmentLedger ledger;
    private final LinkedHashMap<FragmentKey, FragmentedDatagram> datagrams = new LinkedHashMap<>();
    private final FragmentKey probe = new FragmentKey();
    private ByteBuffer completed = ByteBuffer.allocate(0);
    private long memoryBytes;

    /** Makes an empty one that reports to the ledger. */
    public IpDefragmenter(DefragSettings settings, FragmentLedger ledger) {
        this.settings = settings;
        this.ledger = ledger;
    }

    /** Takes a fragment that passed the sniffer at {@code nowNanos}, and says what became of it. */
    public Verdict offer(Fragment fragment, long nowNanos) {
        expire(nowNanos);
        if (fragment.payloadLength <= 0 || fragment.more && (fragment.payloadLength & 7) != 0) {
            return Verdict.MALFORMED;
        }
        int longest = fragment.ipv6 ? LONGEST_IPV6_PAYLOAD : LONGEST_IPV4 - fragment.headerLength;
        if (fragment.end() > longest) {
            return Verdict.OVERLONG;
        }
        probe.set(fragment);
        FragmentedDatagram datagram = datagrams.get(probe);
        if (datagram != null && datagram.isComplete()) {
            if (isCopy(datagram, fragment, nowNanos)) {
                return Verdict.DUPLICATE;
            }
            forget(datagram);
            datagram = null;
        }
        if (datagram == null) {
            datagram = begin(nowNanos);
        }
        return add(datagram, fragment, nowNanos);
    }

    private boolean isCopy(FragmentedDatagram whole, Fragment fragment, long nowNanos) {
        return nowNanos - whole.completeNanos() <= settings.copyWindowNanos() && whole.holds(fragment);
    }

    private FragmentedDatagram begin(long nowNanos) {
        if (datagrams.size() >= settings.maxDatagrams()) {
            evictOldest();
        }
        FragmentedDatagram datagram = new FragmentedDatagram(probe.copy(), nowNanos);
        datagrams.put(datagram.key, datagram);
        memoryBytes += datagram.memoryBytes();
        return datagram;
    }

    private Verdict add(FragmentedDatagram datagram, Fragment fragment, long nowNanos) {
        memoryBytes -= datagram.memoryBytes();
        Verdict verdict = datagram.add(fragment, nowNanos);
        memoryBytes += datagram.memoryBytes();
        if ((verdict == Verdict.HELD || verdict == Verdict.COMPLETE) && datagram.overlapped()) {
            ledger.overlapped(datagram.conflicted());
        }
        if (verdict == Verdict.COMPLETE) {
            ledger.used(datagram.fragments() - 1);
            keepWhole(datagram);
        }
        while (memoryBytes > settings.memoryBytes() && datagrams.size() > 1) {
            evictOldest();
        }
        return verdict;
    }

    private void keepWhole(FragmentedDatagram datagram) {
        if (completed.capacity() == 0) {
            completed = ByteBuffer.allocateDirect(LONGEST_WHOLE);
        }
        datagram.writeTo(completed);
    }

    /** The datagram that the last offer completed: its IP header and payload, valid until the next offer. */
    public ByteBuffer completed() {
        return completed;
    }

    /** Gives up the datagrams whose time is over at {@code nowNanos}. */
    public void expire(long nowNanos) {
        if (datagrams.isEmpty()) {
            return;
        }
        Iterator<FragmentedDatagram> oldestFirst = datagrams.values().iterator();
        while (oldestFirst.hasNext()) {
            FragmentedDatagram datagram = oldestFirst.next();
            if (nowNanos - datagram.firstNanos <= settings.timeoutNanos()) {
                return;
            }
            oldestFirst.remove();
            memoryBytes -= datagram.memoryBytes();
            if (!datagram.isComplete()) {
                ledger.timedOut(datagram.fragments());
            }
        }
    }

    private void evictOldest() {
        FragmentedDatagram oldest = datagrams.values().iterator().next();
        forget(oldest);
        if (!oldest.isComplete()) {
            ledger.evicted(oldest.fragments());
        }
    }

    private void forget(FragmentedDatagram datagram) {
        datagrams.remove(datagram.key);
        memoryBytes -= datagram.memoryBytes();
    }

    /** Bytes held now, book-keeping included. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** Datagrams held now, complete ones included. */
    public int datagrams() {
        return datagrams.size();
    }
}
