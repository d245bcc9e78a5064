package io.wirepath.sniffer.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.GZIPOutputStream;

/** Writes small captures of every shape for tests. */
final class CaptureWriter {

    static final int ETHERNET = 1;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

    /** The capture so far. */
    byte[] bytes() {
        return out.toByteArray();
    }

    CaptureWriter order(ByteOrder order) {
        this.order = order;
        return this;
    }

    CaptureWriter raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    CaptureWriter pcapHeader(int magic, int minor, int network) {
        return put(ByteBuffer.allocate(24)
                .order(order)
                .putInt(magic)
                .putShort((short) 2)
                .putShort((short) minor)
                .putLong(0)
                .putInt(65535)
                .putInt(network));
    }

    CaptureWriter pcapRecord(int seconds, int fraction, byte[] frame, int original) {
        return pcapRecordHeader(seconds, fraction, frame.length, original).raw(frame);
    }

    CaptureWriter pcapRecordHeader(int seconds, int fraction, int captured, int original) {
        return put(ByteBuffer.allocate(16)
                .order(order)
                .putInt(seconds)
                .putInt(fraction)
                .putInt(captured)
                .putInt(original));
    }

    CaptureWriter section() {
        return block(
                0x0a0d0d0a,
                body(16).putInt(0x1a2b3c4d)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putLong(-1));
    }

    /** An interface; {@code options} are ready-made, see {@link #option}. */
    CaptureWriter interfaceBlock(int linkType, int snapLength, byte[]... options) {
        return block(
                1,
                withOptions(
                        body(8).putShort((short) linkType).putShort((short) 0).putInt(snapLength), options));
    }

    CaptureWriter enhanced(int interfaceNumber, long units, byte[] frame, int original, byte[]... options) {
        ByteBuffer body = body(20 + padded(frame.length))
                .putInt(interfaceNumber)
                .putInt((int) (units >>> 32))
                .putInt((int) units)
                .putInt(frame.length)
                .putInt(original)
                .put(frame);
        return block(6, withOptions(body.position(20 + padded(frame.length)), options));
    }

    CaptureWriter obsolete(int interfaceNumber, int drops, long units, byte[] frame, int original) {
        return block(
                2,
                body(20 + padded(frame.length))
                        .putShort((short) interfaceNumber)
                        .putShort((short) drops)
                        .putInt((int) (units >>> 32))
                        .putInt((int) units)
                        .putInt(frame.length)
                        .putInt(original)
                        .put(frame));
    }

    CaptureWriter simple(byte[] frame, int original) {
        return block(3, body(4 + padded(frame.length)).putInt(original).put(frame));
    }

    CaptureWriter statistics(int interfaceNumber, long interfaceDropped, long systemDropped) {
        ByteBuffer body = body(12).putInt(interfaceNumber).putLong(0);
        byte[] first = option(5, body(8).putLong(interfaceDropped).array());
        byte[] second = option(7, body(8).putLong(systemDropped).array());
        return block(5, withOptions(body, first, second));
    }

    /** A block of any type around this body. */
    CaptureWriter block(int type, ByteBuffer body) {
        int total = 12 + padded(body.capacity());
        return put(ByteBuffer.allocate(total)
                .order(order)
                .putInt(type)
                .putInt(total)
                .put(body.clear())
                .position(total - 4)
                .putInt(total));
    }

    byte[] option(int code, byte[] value) {
        return ByteBuffer.allocate(4 + padded(value.length))
                .order(order)
                .putShort((short) code)
                .putShort((short) value.length)
                .put(value)
                .array();
    }

    ByteBuffer body(int length) {
        return ByteBuffer.allocate(length).order(order);
    }

    private ByteBuffer withOptions(ByteBuffer body, byte[]... options) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(content(body));
        for (byte[] option : options) {
            all.writeBytes(option);
        }
        return ByteBuffer.wrap(all.toByteArray());
    }

    private CaptureWriter put(ByteBuffer buffer) {
        return raw(content(buffer));
    }

    private static byte[] content(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.capacity()];
        buffer.get(0, bytes);
        return bytes;
    }

    private static int padded(int length) {
        return length + 3 & ~3;
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    /** A frame whose bytes tell its number. */
    static byte[] frame(int number, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (number * 31 + i);
        }
        return bytes;
    }
}
