package io.wirepath.appliance.listen;

import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that holds a token: what callers of the API show, or what we show to others. */
public final class TokenFile {

    private static final int MIN_LENGTH = 16;

    private TokenFile() {}

    /**
     * The token of the API, without the blanks around it: too long to be guessed.
     *
     * @throws Failure when the file cannot be read, or what it holds is no token
     */
    public static String read(Path file) {
        return read(
                file,
                MIN_LENGTH,
                "a token is one word of at least " + MIN_LENGTH
                        + " characters; make one with: head -c 24 /dev/urandom | base64");
    }

    /**
     * A token that somebody else gave: one word of any length.
     *
     * @throws Failure when the file cannot be read, or holds anything else
     */
    public static String readGiven(Path file) {
        return read(file, 1, "a token is one word, without blanks and in plain characters");
    }

    /** Whether this can be a token of the API. */
    static boolean isToken(String text) {
        return text.length() >= MIN_LENGTH && isWord(text);
    }

    private static boolean isWord(String text) {
        return text.chars().allMatch(each -> each > ' ' && each <= '~');
    }

    private static String read(Path file, int least, String rule) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() < least || !isWord(token)) {
                throw new Failure(file + ": " + rule);
            }
            return token;
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a token file", e);
        }
    }
}
