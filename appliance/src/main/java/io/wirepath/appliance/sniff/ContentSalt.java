package io.wirepath.appliance.sniff;

import io.wirepath.appliance.run.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Set;

/**
 * The salt of content signatures. It comes from a file that only the sniffer may read and that is never kept beside the
 * data: without it, nobody can try words against the signatures. What spools carry is a one-way hash, by which readers
 * see whether two sniffers have the same salt.
 *
 * @param salt goes into the hashes
 * @param fingerprint tells salts apart; never 0
 */
public record ContentSalt(long salt, long fingerprint) {

    private static final int BYTES = 32;
    private static final int LEAST_BYTES = 8;

    /**
     * Reads the file, or makes one with random bytes where there is none.
     *
     * @throws Failure when it cannot be read or made, is too short, or may be read by others
     */
    public static ContentSalt of(Path file) {
        try {
            if (!Files.exists(file)) {
                create(file);
            }
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
            if (allowed.contains(PosixFilePermission.OTHERS_READ)) {
                throw new Failure(file + ": others may read this salt; take that away with: chmod 600 " + file);
            }
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length < LEAST_BYTES) {
                throw new Failure(file + ": a salt has at least " + LEAST_BYTES
                        + " bytes; make one with: head -c 32 /dev/urandom > " + file);
            }
            long fingerprint = hash("fingerprint of a salt", bytes);
            return new ContentSalt(hash("salt", bytes), fingerprint == 0 ? 1 : fingerprint);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be used as a salt", e);
        }
    }

    private static void create(Path file) throws IOException {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try (var channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
            channel.write(ByteBuffer.wrap(bytes));
        }
    }

    private static long hash(String purpose, byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(purpose.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest.digest(bytes)).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
