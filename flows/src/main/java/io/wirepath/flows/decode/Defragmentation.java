package io.wirepath.flows.decode;

import io.wirepath.flows.defrag.DefragSettings;
import io.wirepath.flows.defrag.Fragment;
import io.wirepath.flows.defrag.FragmentLedger;
import io.wirepath.flows.defrag.IpDefragmenter;
import io.wirepath.flows.defrag.Verdict;
import io.wirepath.sniffer.CounterSet;
import java.nio.ByteBuffer;

/**
 * Between the decoder and the {@link IpDefragmenter}: fills fragments in from the two IP headers, keeps the account of
 * frames, and sends the cursor on into a datagram that became whole.
 *
 * <p>The account: a held fragment's frame is counted as waiting, and moves from there to used, timed out or evicted
 * when that is known. So every frame is in one counter at any moment.
 *
 * <p>Fragments that the capture cut can never become a whole datagram: the first one is used as a packet that was cut,
 * since the transport header is in it, and the others are counted.
 */
final class Defragmentation implements FragmentLedger {

    private static final Layer WHOLE_DATAGRAM = new IpLayer();
    private static final int IPV6_HEADER_BYTES = 40;

    private final CounterSet<DecodeCounter> counters;
    private final CounterSet<DecodeRemark> remarks;
    private final IpDefragmenter defragmenter;
    private final Fragment fragment = new Fragment();

    Defragmentation(DefragSettings settings, CounterSet<DecodeCounter> counters, CounterSet<DecodeRemark> remarks) {
        this.counters = counters;
        this.remarks = remarks;
        defragmenter = new IpDefragmenter(settings, this);
    }

    /** Takes the IPv4 fragment at the cursor, whose header was checked. */
    Layer ipv4(FrameCursor cursor, int headerLength) {
        int flagsAndOffset = cursor.u16(6);
        fragment.ipv6 = false;
        fragment.sourceHigh = 0;
        fragment.sourceLow = PacketView.mapped(cursor.i32(12));
        fragment.destinationHigh = 0;
        fragment.destinationLow = PacketView.mapped(cursor.i32(16));
        fragment.identification = cursor.u16(4);
        fragment.protocol = cursor.u8(9);
        fragment.offset = (flagsAndOffset & 0x1fff) << 3;
        fragment.more = (flagsAndOffset & 0x2000) != 0;
        fragment.headerLength = headerLength;
        cursor.skip(headerLength);
        return offer(cursor);
    }

    /** Takes the IPv6 fragment whose fragment header, 8 bytes and checked, is at the cursor. */
    Layer ipv6(FrameCursor cursor) {
        ByteBuffer bytes = cursor.bytes;
        int flagsAndOffset = cursor.u16(2);
        fragment.ipv6 = true;
        fragment.sourceHigh = bytes.getLong(cursor.ip + 8);
        fragment.sourceLow = bytes.getLong(cursor.ip + 16);
        fragment.destinationHigh = bytes.getLong(cursor.ip + 24);
        fragment.destinationLow = bytes.getLong(cursor.ip + 32);
        fragment.identification = cursor.i32(4);
        fragment.protocol = cursor.u8(0);
        fragment.offset = flagsAndOffset & 0xfff8;
        fragment.more = (flagsAndOffset & 1) != 0;
        fragment.headerLength = IPV6_HEADER_BYTES;
        cursor.skip(8);
        return offer(cursor);
    }

    private Layer offer(FrameCursor cursor) {
        if (cursor.captured() < cursor.onWire()) {
            return fragment.offset == 0
                    ? IpProtocols.next(cursor, fragment.protocol)
                    : cursor.end(DecodeCounter.FRAGMENT_CUT);
        }
        fragment.scope = cursor.scope;
        fragment.bytes = cursor.bytes;
        fragment.headerAt = cursor.ip;
        fragment.payloadAt = cursor.at;
        fragment.payloadLength = cursor.captured();
        Verdict verdict = defragmenter.offer(fragment, cursor.timeNanos());
        if (verdict == Verdict.COMPLETE) {
            ByteBuffer whole = defragmenter.completed();
            int length = whole.remaining();
            int offset = cursor.index().addReassembled(whole);
            cursor.beginReassembled(cursor.index().reassembled(), offset, length);
            return WHOLE_DATAGRAM;
        }
        return cursor.end(fateOf(verdict));
    }

    private static DecodeCounter fateOf(Verdict verdict) {
        return switch (verdict) {
            case HELD -> DecodeCounter.FRAGMENT_WAITING;
            case COMPLETE -> throw new IllegalArgumentException("a frame that completes a datagram goes on");
            case DUPLICATE -> DecodeCounter.FRAGMENT_DUPLICATE;
            case CONFLICT, CONTRADICTS_END -> DecodeCounter.FRAGMENT_CONTRADICTED;
            case MALFORMED -> DecodeCounter.FRAGMENT_MALFORMED;
            case OVERLONG -> DecodeCounter.FRAGMENT_OVERLONG;
        };
    }

    /** Time has passed, with or without fragments. */
    void onTime(long nowNanos) {
        defragmenter.expire(nowNanos);
    }

    @Override
    public void used(int fragments) {
        move(fragments, DecodeCounter.FRAGMENT_USED);
    }

    @Override
    public void timedOut(int fragments) {
        move(fragments, DecodeCounter.FRAGMENT_TIMED_OUT);
    }

    @Override
    public void evicted(int fragments) {
        move(fragments, DecodeCounter.FRAGMENT_EVICTED);
    }

    private void move(int fragments, DecodeCounter to) {
        counters.add(DecodeCounter.FRAGMENT_WAITING, -fragments);
        counters.add(to, fragments);
    }

    @Override
    public void overlapped(boolean conflict) {
        remarks.increment(conflict ? DecodeRemark.FRAGMENT_CONFLICT : DecodeRemark.FRAGMENT_OVERLAP);
    }
}
