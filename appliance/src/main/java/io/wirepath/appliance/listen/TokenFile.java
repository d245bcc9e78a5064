package io.wirepath.appliance.listen;

import io.wirepath.pipeline.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that holds the token which callers of the API show. */
public final class TokenFile {

    private static final int MIN_LENGTH = 16;

    private TokenFile() {}

    /**
     * The token, without the blanks around it.
     *
     * @throws Failure when the file cannot be read, or what it holds is no token
     */
    public static String read(Path file) {
        try {
            String token = Files.readString(file).strip();
            if (token.length() < MIN_LENGTH || token.chars().anyMatch(Character::isWhitespace)) {
                throw new Failure(file + ": a token is one word of at least " + MIN_LENGTH
                        + " characters; make one with: head -c 24 /dev/urandom | base64");
            }
            return token;
        } catch (IOException e) {
            throw Failure.of(file, "cannot be read as a token file", e);
        }
    }
}
