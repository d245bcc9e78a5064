package io.wirepath.appliance.synthetic;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes a pcap file with nanoseconds, big-endian.
 *
 * <pre>
 *  file    magic a1b23c4d │ version 2.4 │ zone, accuracy 0 │ snap length │ link type
 *  record  seconds │ nanoseconds │ captured length │ original length │ bytes
 * </pre>
 *
 * Source: draft-ietf-opsawg-pcap.
 */
public final class PcapWriter implements Closeable {

    private static final int MAGIC_NANOSECONDS = 0xa1b23c4d;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int SNAP_LENGTH = 262_144;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_SECONDS = 0xffff_ffffL;

    private final OutputStream out;
    private final byte[] headerBytes = new byte[FILE_HEADER_BYTES];
    private final ByteBuffer header = ByteBuffer.wrap(headerBytes);

    /** Creates the file, or overwrites it. */
    public PcapWriter(Path file, int linkType) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        header.putInt(MAGIC_NANOSECONDS).putShort((short) 2).putShort((short) 4).putLong(0);
        header.putInt(SNAP_LENGTH).putInt(linkType);
        out.write(headerBytes, 0, FILE_HEADER_BYTES);
    }

    /**
     * Appends a frame.
     *
     * @param nanos its time, ns since the epoch
     * @throws IOException when it cannot be written, or its time is none that the format knows (1970 to 2106)
     */
    public void write(long nanos, byte[] frame, int length, int originalLength) throws IOException {
        long seconds = Math.floorDiv(nanos, NANOS_PER_SECOND);
        if (seconds < 0 || seconds > MAX_SECONDS) {
            throw new IOException("a pcap file holds times from 1970 to 2106 only");
        }
        header.clear();
        header.putInt((int) seconds).putInt((int) Math.floorMod(nanos, NANOS_PER_SECOND));
        header.putInt(length).putInt(originalLength);
        out.write(headerBytes, 0, RECORD_HEADER_BYTES);
        out.write(frame, 0, length);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
