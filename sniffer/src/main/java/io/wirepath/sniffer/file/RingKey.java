package io.wirepath.sniffer.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * The operator's key, with which files of a {@link PacketRing} are sealed: AES-256-GCM (NIST SP 800-38D), block by
 * block, so that one that a killed process left is readable up to its last whole block.
 *
 * <pre>
 *  file     8 bytes "WPSEALED"    u64 which key    32 random bytes    block    block    …      big-endian
 *  block    u32 length of what follows    the bytes of a pcapng file, encrypted    16 bytes of proof
 *
 *  key of a file     HMAC-SHA256(key, "file" and its random bytes)
 *  nonce of a block  its number in the file, from 0
 * </pre>
 *
 * <p>No two blocks have key and nonce in common; one that was changed, moved or left out is noticed, the last ones that
 * were cut off are not. Keys that were read are known to this process until it ends. Immutable, and thread-safe.
 */
public final class RingKey {

    /** Variable of the environment that names the file with the key. */
    public static final String VARIABLE = "WIREPATH_RING_KEY";

    static final byte[] MAGIC = {'W', 'P', 'S', 'E', 'A', 'L', 'E', 'D'};
    static final int SALT_BYTES = 32;

    /** Bytes before the first block. */
    static final int HEAD_BYTES = MAGIC.length + Long.BYTES + SALT_BYTES;

    /** Bytes of a block beside those of the file. */
    static final int BLOCK_BYTES = Integer.BYTES + 16;

    private static final int MIN_BYTES = 32;
    private static final int MAX_BYTES = 1 << 16;
    private static final int TAG_BITS = 128;
    private static final int NONCE_BYTES = 12;
    private static final Map<Long, RingKey> KNOWN = new ConcurrentHashMap<>();

    private final byte[] secret;
    private final long id;

    private RingKey(byte[] secret) {
        this.secret = secret;
        id = ByteBuffer.wrap(mac(secret, "id", new byte[0])).getLong();
    }

    /**
     * Reads a key, which is known from then on: {@value #MIN_BYTES} bytes or more.
     *
     * @throws IOException when it cannot be read, is too short or long, or may be read by others
     */
    public static RingKey read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (Files.getFileStore(file).supportsFileAttributeView("posix")
                && Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ)) {
            throw new IOException("others may read this key; remove that permission with: chmod o= " + file);
        }
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new IOException(
                    "a key has " + MIN_BYTES + " to " + MAX_BYTES + " bytes; make one with: head -c 32 /dev/urandom");
        }
        RingKey key = new RingKey(bytes);
        KNOWN.put(key.id, key);
        return key;
    }

    /**
     * The key with which a file was sealed.
     *
     * @param path name of the file, for people
     * @param named file that the environment names; null for none
     * @throws MissingKeyException when it is not known, and that file does not hold it
     */
    static RingKey of(long id, String path, @Nullable String named) throws MissingKeyException {
        RingKey known = KNOWN.get(id);
        if (known != null) {
            return known;
        }
        if (named == null) {
            throw new MissingKeyException(path, "", null);
        }
        try {
            RingKey read = read(Path.of(named));
            if (read.id == id) {
                return read;
            }
        } catch (NoSuchFileException e) {
            throw new MissingKeyException(path, " (there is no file " + named + ")", e);
        } catch (IOException e) {
            throw new MissingKeyException(path, " (" + e.getMessage() + ")", e);
        }
        throw new MissingKeyException(path, " (" + named + " holds another one)", null);
    }

    /** Whether a file that begins like this is sealed. */
    static boolean recognises(ByteBuffer head) {
        byte[] first = new byte[Math.min(MAGIC.length, head.remaining())];
        head.get(head.position(), first);
        return Arrays.equals(first, MAGIC);
    }

    /** Tells keys apart, and nothing of them. */
    long id() {
        return id;
    }

    /** What encrypts or decrypts a file. */
    FileCipher cipher(int mode, byte[] salt) {
        return new FileCipher(mode, new SecretKeySpec(mac(secret, "file", salt), "AES"));
    }

    private static byte[] mac(byte[] secret, String purpose, byte[] of) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
            return mac.doFinal(of);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The blocks of a file, one after the other. Used by one thread. */
    static final class FileCipher {

        private final int mode;
        private final SecretKeySpec key;
        private final Cipher cipher;
        private final byte[] nonce = new byte[NONCE_BYTES];
        private long number;

        private FileCipher(int mode, SecretKeySpec key) {
            this.mode = mode;
            this.key = key;
            try {
                cipher = Cipher.getInstance("AES/GCM/NoPadding");
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }

        /**
         * Encrypts or decrypts the next block; what is encrypted is what remains of it.
         *
         * @throws GeneralSecurityException when a block is not what was sealed at this place
         */
        void next(ByteBuffer from, ByteBuffer to) throws GeneralSecurityException {
            ByteBuffer.wrap(nonce).putLong(Integer.BYTES, number++);
            cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
            cipher.doFinal(from, to);
        }
    }
}
