package io.wirepath.appliance.sniff;

import io.wirepath.appliance.config.SnifferConfig;
import io.wirepath.appliance.config.binding.HostPort;
import io.wirepath.appliance.ship.SpoolShipper;
import io.wirepath.appliance.ship.TlsFiles;
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
import java.util.Arrays;
import java.util.Optional;
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
 * <p>Where spools are sent over TLS and the operator names no other file than the package's, the receiver's is the
 * site's: it is asked for at each start, and what it gave is kept for starts at which it is away.
 *
 * @param key of the digests and signatures
 * @param fingerprint tells salts apart; never 0
 */
public record ContentSalt(DigestKey key, long fingerprint) {

    private static final String OF_USER = "content.salt";
    private static final String CANNOT_BE_USED = "cannot be used as a salt";
    private static final int BYTES = 32;
    private static final int MIN_BYTES = DigestKey.BYTES;

    /** Asks a receiver for the salt of its sniffers; empty where it gives none. */
    interface Asking {

        /**
         * Asks once.
         *
         * @param waits whether one that is not there yet is waited for
         */
        Optional<byte[]> ask(boolean waits) throws IOException;
    }

    /**
     * The salt that a configuration asks for.
     *
     * @param log told when the sightings of other sniffers and runs have no salt in common with those of this one
     * @throws Failure as {@link #of(Path)}, and where a receiver gives it that cannot be asked and never was
     */
    static ContentSalt of(SnifferConfig config, SniffLog log) {
        HostPort to = config.shipping().to();
        if (to == null || !isGiven(config)) {
            return of(config.content().saltFile(), log);
        }
        SpoolShipper.Settings asking = SniffShipping.settings("", to, config, log::line);
        String kept = "content-of-" + to.toString().replaceAll("[^A-Za-z0-9.-]", "-") + ".salt";
        return ofReceiver(to, waits -> SpoolShipper.salt(asking, waits), ofUser(kept), log)
                .orElseGet(() -> of(config.content().saltFile(), log));
    }

    /** Whether the receiver of the spools gives it. */
    public static boolean isGiven(SnifferConfig config) {
        return config.shipping().to() != null
                && TlsFiles.of(config.shipping().tls()) != null
                && SnifferConfig.Content.INSTALLED_SALT.equals(config.content().saltFile());
    }

    /**
     * What the receiver gives, now or the last time that it did; empty where it is one that gives none. One that never
     * gave it is waited for, for it may be starting as well.
     */
    static Optional<ContentSalt> ofReceiver(HostPort to, Asking asking, Path kept, SniffLog log) {
        Optional<byte[]> given;
        try {
            given = ask(to, asking, kept, log);
        } catch (IOException e) {
            String why = to + " cannot be asked for the salt of its sniffers (" + Failure.reason(e) + ")";
            if (!Files.exists(kept)) {
                throw new Failure(
                        why + ", and never gave it; start wirepath serve there first, or give all sniffers"
                                + " one file: --set content.salt-file=FILE",
                        e);
            }
            log.line(why + ": the one that it gave last is used");
            return Optional.of(read(kept));
        }
        if (given.isEmpty()) {
            log.line(to + " is of a version that gives no salt: this machine's is used");
        }
        return given.map(bytes -> {
            keep(bytes, kept, log);
            return ofBytes(bytes);
        });
    }

    private static Optional<byte[]> ask(HostPort to, Asking asking, Path kept, SniffLog log) throws IOException {
        try {
            return asking.ask(false);
        } catch (IOException e) {
            if (Files.exists(kept)) {
                throw e;
            }
            log.line("waits for " + to + ", which gives its sniffers their salt (" + Failure.reason(e) + ")");
            return asking.ask(true);
        }
    }

    private static void keep(byte[] given, Path kept, SniffLog log) {
        try {
            if (!Files.exists(kept) || !Arrays.equals(given, Files.readAllBytes(kept))) {
                Files.createDirectories(kept.toAbsolutePath().getParent());
                Files.deleteIfExists(kept);
                create(kept, given);
            }
        } catch (IOException e) {
            log.line(kept + " cannot be kept (" + Failure.reason(e)
                    + "): the next start needs the receiver for its salt again");
        }
    }

    private static ContentSalt of(@Nullable Path file, SniffLog log) {
        if (file == null) {
            return ofBytes(randomBytes());
        }
        if (file.equals(SnifferConfig.Content.INSTALLED_SALT) && !Files.isReadable(file)) {
            return ofUser(file, ofUser(OF_USER), log);
        }
        return of(file);
    }

    /** A file of the state of this user's programs, as the XDG Base Directory Specification names the place. */
    private static Path ofUser(String name) {
        String named = System.getenv("XDG_STATE_HOME");
        Path state = named == null || named.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".local/state")
                : Path.of(named);
        return state.resolve("wirepath").resolve(name);
    }

    /**
     * The bytes of the salt that sniffers of this machine have by default, for those elsewhere: the package's, or this
     * user's.
     *
     * @throws Failure when it cannot be read or made
     */
    public static byte[] ofMachine() {
        Path installed = SnifferConfig.Content.INSTALLED_SALT;
        Path file = Files.isReadable(installed) ? installed : ofUser(OF_USER);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            of(file);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Failure.of(file, CANNOT_BE_USED, e);
        }
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
                create(file, randomBytes());
            }
            return read(file);
        } catch (IOException e) {
            throw Failure.of(file, CANNOT_BE_USED, e);
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
            throw Failure.of(file, CANNOT_BE_USED, e);
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
    private static void create(Path file, byte[] bytes) throws IOException {
        Path half = file.resolveSibling(
                "." + file.getFileName() + "-" + ProcessHandle.current().pid());
        FileAttribute<?> mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            try (var channel =
                    Files.newByteChannel(half, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mine)) {
                channel.write(ByteBuffer.wrap(bytes));
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
