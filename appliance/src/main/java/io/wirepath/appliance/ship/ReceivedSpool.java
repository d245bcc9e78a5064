package io.wirepath.appliance.ship;

import io.wirepath.merge.spool.SpoolDocument;
import io.wirepath.merge.spool.SpoolWriter;
import java.io.IOException;
import java.util.UUID;

/** A received spool that is open, and which stream may write it: the one that took it last. Thread-safe. */
final class ReceivedSpool {

    /** A sniffer whose own spool overflowed skips what it deleted; no sniffer skips so much. */
    private static final long MAX_SKIPPED = 1L << 40;

    private final String sniffer;
    private final UUID incarnation;
    private final SpoolWriter writer;
    private long lastTicket;
    private boolean closed;

    ReceivedSpool(String sniffer, UUID incarnation, SpoolWriter writer) {
        this.sniffer = sniffer;
        this.incarnation = incarnation;
        this.writer = writer;
    }

    /**
     * What entitles a stream to write, until another takes the spool.
     *
     * @param spool that may be written
     * @param ticket higher than those before
     */
    record Hold(ReceivedSpool spool, long ticket) {}

    String sniffer() {
        return sniffer;
    }

    UUID incarnation() {
        return incarnation;
    }

    synchronized Hold take() {
        return new Hold(this, ++lastTicket);
    }

    /**
     * Number up to which everything is kept, on the disk.
     *
     * @throws IllegalStateException when it cannot be forced there
     */
    synchronized long kept() {
        try {
            writer.sync();
        } catch (IOException e) {
            throw new IllegalStateException("the receiver's disk cannot be written", e);
        }
        return writer.lastNumber();
    }

    /**
     * Keeps the documents of a message that are not kept yet, and forces them to the disk.
     *
     * @return number up to which everything is kept
     * @throws IllegalArgumentException when the message breaks the protocol; the documents before that are kept
     * @throws IllegalStateException when another stream has taken the spool, it was closed, or the disk is full
     */
    synchronized long keep(byte[] message, Hold hold, long nowNanos) {
        if (closed || hold.ticket() != lastTicket) {
            throw new IllegalStateException("another stream of the same sniffer has taken over");
        }
        ShipMessage.forEachDocument(message, document -> {
            if (document.remaining() < SpoolDocument.MIN_LENGTH) {
                throw new IllegalArgumentException("a document of " + document.remaining() + " bytes");
            }
            long skipped = SpoolDocument.number(document) - writer.lastNumber();
            if (skipped > MAX_SKIPPED) {
                throw new IllegalArgumentException("document " + SpoolDocument.number(document) + " follows "
                        + writer.lastNumber() + ": no spool skips so many");
            }
            if (skipped > 0 && !writer.append(document)) {
                throw new IllegalStateException("the receiver's disk is full");
            }
        });
        writer.onTime(nowNanos);
        return kept();
    }

    synchronized void onTime(long nowNanos) {
        if (!closed) {
            writer.onTime(nowNanos);
        }
    }

    /** Bytes that it takes on the disk. */
    synchronized long bytes() {
        return closed ? 0 : writer.bytesOnDisk();
    }

    /** Deletes its oldest documents; says no where nothing can go. */
    synchronized boolean giveUpOldest() {
        return !closed && writer.giveUpOldest();
    }

    /** Closes the spool for a stream that is done, unless another has it. */
    synchronized boolean closeIfHeldBy(Hold hold) {
        if (hold.ticket() != lastTicket) {
            return false;
        }
        close();
        return true;
    }

    synchronized void close() {
        if (!closed) {
            closed = true;
            writer.close();
        }
    }
}
