package io.wirepath.pipeline;

import io.wirepath.flows.tls.TlsKeys;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads key logs of TLS sessions, plain or gzip. What is read stays in memory. */
public final class KeyLogFile {

    private static final int GZIP = 0x1f8b;
    private static final int PCAPNG = 0x0a0d;

    private KeyLogFile() {}

    /**
     * Adds the secrets of a file.
     *
     * @throws Failure when it cannot be read, or is no key log; named with the line
     */
    public static void read(Path file, TlsKeys keys) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int magic = bytes.length < 2 ? 0 : (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
            if (magic == PCAPNG) {
                throw new Failure(file + ": is a capture; the secrets in it are used where it is an input");
            }
            if (magic == GZIP) {
                bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
            }
            if (keys.add(new String(bytes, StandardCharsets.US_ASCII)) == 0) {
                throw new Failure(file + ": holds no secret of TLS 1.2 or 1.3; a key log has lines such as"
                        + " CLIENT_TRAFFIC_SECRET_0 RANDOM SECRET");
            }
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read", e);
        } catch (IllegalArgumentException e) {
            throw new Failure(file + ": " + e.getMessage(), e);
        }
    }
}
