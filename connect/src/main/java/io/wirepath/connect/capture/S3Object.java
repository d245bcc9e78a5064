package io.wirepath.connect.capture;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object, some at a time: what is not looked at is not asked for, and a connection that breaks costs no
 * more than what it carried. An object that is written anew meanwhile is refused by the store.
 */
final class S3Object implements ReadableByteChannel {

    /** Enough to see what it is, and when it begins. */
    private static final int FIRST_BYTES = 1 << 18;

    private static final int MAX_BYTES = 1 << 23;

    /** What broke off sooner is asked for again. */
    private static final int MIN_BYTES = 1 << 12;

    private final S3Client client;
    private final String shown;
    private final String path;
    private ByteBuffer part = ByteBuffer.allocate(0);
    private int wanted = FIRST_BYTES;
    private long position;
    private long size = Long.MAX_VALUE;
    private @Nullable String version;

    S3Object(S3Client client, String shown, String path) {
        this.client = client;
        this.shown = shown;
        this.path = path;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!part.hasRemaining() && position < size) {
            Map<String, String> headers = new HashMap<>();
            headers.put("range", "bytes=" + position + "-" + (position + wanted - 1));
            if (version != null) {
                headers.put("if-match", version);
            }
            part = ByteBuffer.wrap(client.get(shown, path, Map.of(), headers, this::take));
            position += part.remaining();
            wanted = MAX_BYTES;
        }
        if (!part.hasRemaining()) {
            return -1;
        }
        int count = Math.min(part.remaining(), into.remaining());
        into.put(into.position(), part, part.position(), count).position(into.position() + count);
        part.position(part.position() + count);
        return count;
    }

    /** What came of the part that was asked for, which is as much as is there of it, or until it broke off. */
    private byte[] take(HttpURLConnection answer) throws IOException {
        String range = String.valueOf(answer.getHeaderField("content-range"));
        String expected = "bytes " + position + "-";
        if (!range.startsWith(expected) || !range.matches("bytes \\d{1,18}-\\d{1,18}/\\d{1,18}")) {
            throw new CaptureException(shown, "the store gives no parts of objects", "copy it, and name the copy");
        }
        size = Long.parseLong(range.substring(range.indexOf('/') + 1));
        version = answer.getHeaderField("etag");
        int length = (int) Math.min(wanted, size - position);
        try (InputStream body = new PacedStream(answer.getInputStream(), System::nanoTime)) {
            byte[] bytes = new byte[Math.max(0, length)];
            int count = 0;
            IOException broken = new IOException("nothing came");
            try {
                for (int read = 0; read >= 0 && count < length; count += Math.max(0, read)) {
                    read = body.read(bytes, count, length - count);
                }
            } catch (IOException e) {
                broken = e;
            }
            if (count == 0 || count < Math.min(length, MIN_BYTES)) { // a few bytes at a time would go on for ever
                throw broken;
            }
            return Arrays.copyOf(bytes, count);
        }
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {
        // nothing is open between two parts
    }
}
