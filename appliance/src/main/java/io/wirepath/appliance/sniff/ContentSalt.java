package io.wirepath.appliance.sniff;

import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.flows.message.content.DigestKey;
import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
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
import org.jspecify.annotations.Nullable;

/**
 * The secret of a site's sniffers, from which the key of digests and content signatures comes. It comes from a file
 * that only the sniffer may read and that is never kept beside the data: without it, nobody can try words against the
 * signatures. What spools carry is a one-way hash, by which readers see whether two sniffers have the same salt.
 *
 * <pre>
 *  salt-file                      is there    is not there, or not for this user
 *  none                           of the run, in memory
 *  the package's                  read        the user's, ~/.local/state/wirepath/content.salt: read, or made
 *  any other                      read        made
 * </pre>
 *
 * @param key of the digests and signatures
 * @param fingerprint tells salts apart; never 0
 */
public record ContentSalt(DigestKey key, long fingerprint) {

    private static final String OF_USER = ".local/state/wirepath/content.salt";
    private static final int BYTES = 32;
    private static final int MIN_BYTES = DigestKey.BYTES;

    /**
     * The salt that a configuration asks for.
     *
     * @param file the file that it names, or null
     * @param log told when the sightings of other sniffers and runs have no salt in common with those of this one
     * @throws Failure as {@link #of(Path)}
     */
    static ContentSalt of(@Nullable Path file, SniffLog log) {
        if (file == null) {
            return ofBytes(randomBytes());
        }
        if (file.equals(SnifferConfig.Content.INSTALLED_SALT) && !Files.isReadable(file)) {
            return ofUser(file, Path.of(System.getProperty("user.home"), OF_USER), log);
        }
        return of(file);
    }

    /** Sniffers that are started by hand have one salt, without a word of configuration: the first makes it. */
    static ContentSalt ofUser(Path installed, Path file, SniffLog log) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            boolean there = Files.exists(file);
            ContentSalt salt = of(file);
            if (!there) {
                log.line("made the salt of content signatures, " + file
                        + "; sniffers elsewhere whose spools are merged with these need the same file");
            }
            return salt;
        } catch (IOException | Failure e) {
            log.line(installed + (Files.exists(installed) ? " may not be read by this user" : " is not there")
                    + ", and "
                    + file + " cannot be made: this run has a salt of its own. Of several sniffers, what two saw is"
                    + " matched only if all have one salt: --set content.salt-file=FILE");
            return ofBytes(randomBytes());
        }
    }

    /**
     * The fingerprint of the salt in a file, by which spools tell it.
     *
     * @throws Failure when it cannot be read, is too short, or may be read by others
     */
    public static long fingerprint(Path file) {
        return read(file).fingerprint;
    }

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
            return read(file);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be used as a salt", e);
        }
    }

    private static ContentSalt read(Path file) {
        try {
            Set<PosixFilePermission> allowed = Files.getPosixFilePermissions(file);
            if (allowed.contains(PosixFilePermission.OTHERS_READ)) {
                throw new Failure(file + ": others may read this salt; remove that permission with: chmod o= " + file);
            }
            byte[] bytes = Files.readAllBytes(file);
            if (bytes.length < MIN_BYTES) {
                throw new Failure(file + ": a salt has at least " + MIN_BYTES
                        + " bytes; make one with: head -c 32 /dev/urandom > " + file);
            }
            return ofBytes(bytes);
        } catch (IOException e) {
            throw Failure.of(file, "cannot be used as a salt", e);
        }
    }

    private static ContentSalt ofBytes(byte[] bytes) {
        long fingerprint = ByteBuffer.wrap(hash("fingerprint of a salt", bytes)).getLong();
        return new ContentSalt(DigestKey.of(hash("key of digests", bytes)), fingerprint == 0 ? 1 : fingerprint);
    }

    private static byte[] randomBytes() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Makes the file, whole at once; another sniffer that starts at the same time may be first. */
    private static void create(Path file) throws IOException {
        Path half = file.resolveSibling(
                "." + file.getFileName() + "-" + ProcessHandle.current().pid());
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            try (var channel =
                    Files.newByteChannel(half, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
                channel.write(ByteBuffer.wrap(randomBytes()));
            }
            Files.createLink(file, half);
        } catch (FileAlreadyExistsException e) {
            if (!Files.exists(file)) {
                throw e;
            }
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private static byte[] hash(String purpose, byte[] bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(purpose.getBytes(StandardCharsets.UTF_8));
            return digest.digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
