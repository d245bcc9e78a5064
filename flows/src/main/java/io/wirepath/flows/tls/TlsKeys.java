package io.wirepath.flows.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Secrets of TLS sessions, as browsers, curl, proxies and agents log them.
 *
 * <pre>
 *   LABEL  client random, 64 hex digits  secret, hex digits        # a comment
 * </pre>
 *
 * Lines of labels that decryption does not need are passed over. Kept in memory alone; only those of a session whose
 * packets a user has copied are given out again. Thread-safe. Source: draft-ietf-tls-keylogfile.
 */
public final class TlsKeys {

    private static final int RANDOM_BYTES = 32;

    /** Where the random bytes of a client's hello stand: behind a record's header, a message's, and the version. */
    private static final int RANDOM_AT = 11;

    private static final int HANDSHAKE = 22;
    private static final int CLIENT_HELLO = 1;
    private static final int CLIENT_HELLO_AT = 5;
    private static final int MAX_SECRET_BYTES = 64;

    private final Map<ClientRandom, SessionSecrets> sessions = new ConcurrentHashMap<>();

    /** What names a session: the random bytes of its client's hello. */
    private record ClientRandom(long a, long b, long c, long d) {

        static ClientRandom of(ByteBuffer bytes, int at) {
            return new ClientRandom(
                    bytes.getLong(at), bytes.getLong(at + 8), bytes.getLong(at + 16), bytes.getLong(at + 24));
        }
    }

    /**
     * Adds the lines of a key log.
     *
     * @return secrets that were added
     * @throws IllegalArgumentException naming the line that is none of a key log
     */
    public int add(String log) {
        int added = 0;
        int number = 0;
        for (String line : (Iterable<String>) log.lines()::iterator) {
            number++;
            String text = line.strip();
            if (text.isEmpty() || text.startsWith("#") || text.startsWith("RSA ")) {
                continue;
            }
            try {
                added += addLine(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("line " + number + ": " + e.getMessage(), e);
            }
        }
        return added;
    }

    /** Adds what a capture holds of a key log; lines that are none do no harm there. */
    public void addFromCapture(byte[] log) {
        for (String line : (Iterable<String>) new String(log, StandardCharsets.US_ASCII).lines()::iterator) {
            try {
                addLine(line.strip());
            } catch (IllegalArgumentException e) {
                // the capture's damage is not the session's
            }
        }
    }

    private int addLine(String line) {
        String[] fields = line.split("\\s+", -1);
        if (fields.length != 3) {
            throw new IllegalArgumentException("no line of a key log, which is LABEL RANDOM SECRET");
        }
        SessionSecrets.Label label = SessionSecrets.Label.of(fields[0]);
        byte[] random = hex(fields[1], "the client random");
        byte[] secret = hex(fields[2], "the secret");
        if (random.length != RANDOM_BYTES) {
            throw new IllegalArgumentException("a client random has 64 hex digits, not " + fields[1].length());
        }
        if (secret.length == 0 || secret.length > MAX_SECRET_BYTES) {
            throw new IllegalArgumentException("no secret of TLS has " + fields[2].length() + " hex digits");
        }
        if (label == null) {
            return 0;
        }
        sessions.computeIfAbsent(ClientRandom.of(ByteBuffer.wrap(random), 0), r -> new SessionSecrets())
                .put(label, secret);
        return 1;
    }

    private static byte[] hex(String text, String what) {
        try {
            return HexFormat.of().parseHex(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " is not in hexadecimal", e);
        }
    }

    /** Whether no session has a key. */
    public boolean isEmpty() {
        return sessions.isEmpty();
    }

    /** The secrets of the session whose client random stands at {@code at}; null if there are none. */
    @Nullable
    SessionSecrets find(ByteBuffer bytes, int at) {
        return sessions.get(ClientRandom.of(bytes, at));
    }

    /**
     * Whether a client's hello begins these bytes.
     *
     * @param payload of a segment of TCP, from its position to its limit
     */
    public static boolean isHello(ByteBuffer payload) {
        int at = payload.position();
        return payload.remaining() >= RANDOM_AT + RANDOM_BYTES
                && payload.get(at) == HANDSHAKE
                && payload.get(at + CLIENT_HELLO_AT) == CLIENT_HELLO;
    }

    /**
     * The key log of the session whose client's hello begins these bytes; empty where they are none, or there are no
     * secrets of it.
     *
     * @param payload of a segment of TCP, from its position to its limit
     */
    public String logOf(ByteBuffer payload) {
        if (!isHello(payload)) {
            return "";
        }
        int at = payload.position();
        byte[] random = new byte[RANDOM_BYTES];
        payload.get(at + RANDOM_AT, random);
        SessionSecrets secrets = sessions.get(ClientRandom.of(ByteBuffer.wrap(random), 0));
        return secrets == null ? "" : secrets.log(HexFormat.of().formatHex(random));
    }

    /** Tells numbers, never a secret. */
    @Override
    public String toString() {
        return sessions.size() + " sessions";
    }
}
