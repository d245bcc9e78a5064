package io.wirepath.connect.capture;

import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Which store is asked, and by whom, from the variables and files that the tools of AWS read: variables win over the
 * profile. Without keys requests are not signed.
 *
 * @param endpoint scheme, host and port
 * @param user null where there are no keys
 */
record S3Settings(URI endpoint, String region, @Nullable User user) {

    private static final String DEFAULT_REGION = "us-east-1";

    /**
     * Who asks.
     *
     * @param name the access key's
     * @param token of a session; may be empty
     */
    record User(String name, String secret, String token) {

        /** Shows no secret. */
        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Reads them.
     *
     * @param home the person's directory
     * @param variables of the environment; null for those that are not there
     */
    static S3Settings of(Path home, UnaryOperator<@Nullable String> variables) throws IOException {
        String profile = first(variables, "AWS_PROFILE").orElse("default");
        Map<String, String> known = new HashMap<>();
        read(file(variables, "AWS_CONFIG_FILE", home.resolve(".aws/config")), profile, known);
        read(file(variables, "AWS_SHARED_CREDENTIALS_FILE", home.resolve(".aws/credentials")), profile, known);
        String[] keys = {"aws_access_key_id", "aws_secret_access_key", "aws_session_token"};
        if (first(variables, "AWS_ACCESS_KEY_ID").isPresent()) {
            for (String key : keys) {
                known.put(key, first(variables, key.toUpperCase(Locale.ROOT)).orElse(""));
            }
        }
        String region = first(variables, "AWS_REGION", "AWS_DEFAULT_REGION")
                .orElse(known.getOrDefault("region", DEFAULT_REGION));
        String endpoint = first(variables, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
                .orElse(known.getOrDefault("endpoint_url", "https://s3." + region + ".amazonaws.com"));
        String name = known.getOrDefault(keys[0], "");
        return new S3Settings(
                endpoint(endpoint),
                region,
                name.isEmpty()
                        ? null
                        : new User(name, known.getOrDefault(keys[1], ""), known.getOrDefault(keys[2], "")));
    }

    private static Optional<String> first(UnaryOperator<@Nullable String> variables, String... names) {
        return List.of(names).stream()
                .map(name -> String.valueOf(variables.apply(name)))
                .filter(value -> !value.equals("null") && !value.isEmpty())
                .findFirst();
    }

    private static Path file(UnaryOperator<@Nullable String> variables, String variable, Path otherwise) {
        return first(variables, variable).map(Path::of).orElse(otherwise);
    }

    private static URI endpoint(String text) throws CaptureException {
        try {
            URI uri = URI.create(text.replaceFirst("/+$", ""));
            if (uri.getHost() != null && String.valueOf(uri.getScheme()).matches("https?")) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new CaptureException(
                text, "is no address of a store", "write AWS_ENDPOINT_URL as in https://minio.example:9000");
    }

    /** Takes what a profile says; a file that is not there says nothing. */
    private static void read(Path file, String profile, Map<String, String> into) throws IOException {
        boolean isWanted = false;
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            return;
        }
        for (String line : lines) {
            String text = line.strip();
            int equals = text.indexOf('=');
            if (text.startsWith("[")) {
                isWanted = text.matches("\\[(profile\\s+)?\\Q" + profile + "\\E\\s*]");
            } else if (isWanted && equals > 0 && !text.startsWith("#")) {
                into.put(
                        text.substring(0, equals).strip(),
                        text.substring(equals + 1).strip());
            }
        }
    }
}
