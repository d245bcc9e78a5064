package io.wirepath.appliance.listen;

import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A token of the API: who shows it, and what that one may do.
 *
 * @param caller name of who shows it, for the audit log
 * @param role what it allows
 * @param token one word; empty where it is not kept here
 */
public record AccessToken(String caller, Grant role, String token) {

    /** Name of the caller where a file holds one token and no names. */
    private static final String ANYBODY = "token";

    /** What a caller may do: each role may do what those before it may. */
    public enum Grant {
        /** Read everything but packets. */
        VIEW,
        /** Also read packets, and make and end standing queries, which cost the service work. */
        ASK,
        /** Also change settings. */
        CHANGE;

        /** Whether a request with this method is allowed. */
        public boolean allows(String method) {
            return compareTo(
                            switch (method) {
                                case "GET", "HEAD", "POST" -> VIEW;
                                case "PUT", "DELETE" -> ASK;
                                default -> CHANGE;
                            })
                    >= 0;
        }

        /** As operators write it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The role that operators write so. */
        public static Optional<Grant> of(String word) {
            return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
        }
    }

    /**
     * The tokens of a file: one token alone, which allows all, or a line for each caller: {@code NAME ROLE TOKEN}.
     * Empty lines, and those that begin with #, do not count.
     *
     * @throws Failure when the file cannot be read, or a line is none
     */
    public static List<AccessToken> read(Path file) {
        List<String> lines = lines(file);
        long counted = lines.stream().filter(AccessToken::counts).count();
        if (counted == 0) {
            throw new Failure(file + ": holds no token");
        }
        if (counted == 1 && lines.stream().anyMatch(line -> counts(line) && line.indexOf(' ') < 0)) {
            return List.of(new AccessToken(ANYBODY, Grant.CHANGE, TokenFile.read(file)));
        }
        List<AccessToken> tokens = new ArrayList<>();
        Set<String> used = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            if (counts(lines.get(i))) {
                AccessToken own = of(lines.get(i));
                if (own == null || !used.add(own.token)) {
                    throw new Failure(file + ": line " + (i + 1) + " is not NAME ROLE TOKEN, with one of view, ask and"
                            + " change, and a token of its own of at least 16 characters");
                }
                tokens.add(own);
            }
        }
        return tokens;
    }

    private static @Nullable AccessToken of(String line) {
        String[] words = line.split("\\s+", -1);
        Optional<Grant> role = words.length == 3 ? Grant.of(words[1]) : Optional.empty();
        return role.isPresent() && words[0].matches("[\\w.@-]{1,64}") && TokenFile.isToken(words[2])
                ? new AccessToken(words[0], role.get(), words[2])
                : null;
    }

    private static boolean counts(String line) {
        return !line.isEmpty() && !line.startsWith("#");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readString(file).lines().map(String::strip).toList();
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a token file", e);
        }
    }

    @Override
    public String toString() {
        return caller + " " + role.word();
    }
}
