package io.wirepath.connect.names;

import static java.net.HttpURLConnection.HTTP_OK;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.wirepath.appliance.listen.TokenFile;
import io.wirepath.connect.capture.PacedStream;
import io.wirepath.report.export.TrustedCertificates;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server for JSON. It follows no redirect, so that a token goes to nobody else; files with tokens and
 * certificates are read anew each time, since others change them.
 *
 * @param base scheme, host, port and the beginning of all paths
 * @param tokenFile who asks; null for nobody
 * @param caFile whose certificates are right; null for those that Java trusts
 * @param authorization the headers that show a token
 */
record JsonApi(
        URI base,
        @Nullable Path tokenFile,
        @Nullable Path caFile,
        Function<String, Map<String, String>> authorization) {

    private static final int PATIENCE_MILLIS = 30_000;

    /** A page of 500 pods has some 10 MB. */
    private static final int MAX_BYTES = 1 << 26;

    /** Some 400 MB of heap, where a document is made to take much; such a page has a million. */
    private static final int MAX_TOKENS = 1 << 22;

    private static final int MAX_ERROR_BYTES = 1 << 14;
    private static final int MAX_TOLD = 200;
    private static final Pattern ADDRESS =
            Pattern.compile("[a-z]+\\+(https?://(?:\\[[0-9a-fA-F:.]+]|[^:/?#@\\[\\]]+)(?::[0-9]{1,5})?)(/[^?#]*)?");
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxTokenCount(MAX_TOKENS).build())
            .build());

    /** A server that refuses. */
    static final class Refused extends IOException {

        private static final long serialVersionUID = 1;

        private final int status;

        Refused(int status, String told) {
            super(told);
            this.status = status;
        }

        /** Of HTTP. */
        int status() {
            return status;
        }
    }

    /**
     * A server as a person names it: {@code KIND+https://HOST:PORT/BASE}. {@code WIREPATH_KIND_TOKEN_FILE} and
     * {@code WIREPATH_KIND_CA_FILE} name files.
     */
    static JsonApi of(
            String address,
            UnaryOperator<@Nullable String> variables,
            Function<String, Map<String, String>> authorization) {
        Matcher parts = ADDRESS.matcher(address);
        String kind = address.replaceFirst("[+:].*", "");
        if (!parts.matches()) {
            throw new IllegalArgumentException("is no address; write " + kind + "+https://HOST:PORT");
        }
        String base = parts.group(2) == null ? "" : parts.group(2).replaceFirst("/+$", "");
        String prefix = "WIREPATH_" + kind.toUpperCase(Locale.ROOT);
        return new JsonApi(
                URI.create(parts.group(1) + base),
                path(variables.apply(prefix + "_TOKEN_FILE")),
                path(variables.apply(prefix + "_CA_FILE")),
                authorization);
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null || text.isEmpty() ? null : Path.of(text);
    }

    /** A token as most servers want it. */
    static Map<String, String> bearer(String token) {
        return Map.of("Authorization", "Bearer " + token);
    }

    /** As it may stand in a path or a query. */
    static String escaped(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    /** The document at a path below the base. */
    JsonNode get(String path) throws IOException {
        HttpURLConnection connection = open(path, PATIENCE_MILLIS);
        try (InputStream body = new PacedStream(connection.getInputStream(), System::nanoTime)) {
            byte[] bytes = body.readNBytes(MAX_BYTES);
            if (bytes.length == MAX_BYTES) {
                throw new IOException("answers with more than 64 MiB");
            }
            return document(bytes, path.replaceFirst("\\?.*", ""));
        } finally {
            connection.disconnect();
        }
    }

    private static JsonNode document(byte[] bytes, String path) throws IOException {
        try {
            JsonNode document = JSON.readTree(bytes);
            if (!document.isContainerNode()) {
                throw new IOException(path + " is answered with no document");
            }
            return document;
        } catch (StreamConstraintsException e) {
            throw new IOException(path + " is answered with a document of too many parts, or too deep", e);
        } catch (JsonProcessingException e) {
            throw new IOException(path + " is answered with what is no JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** An answer of which nothing was read yet; its reader waits at most so long. */
    HttpURLConnection open(String path, int patienceMillis) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(base + path).toURL().openConnection();
        Path ca = caFile;
        if (ca != null && connection instanceof HttpsURLConnection secret) {
            secret.setSSLSocketFactory(trusting(ca).getSocketFactory());
        }
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(patienceMillis);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestProperty("Accept", "application/json");
        String token = tokenFile == null ? "" : TokenFile.readGiven(tokenFile);
        if (!token.isEmpty()) {
            authorization.apply(token).forEach(connection::setRequestProperty);
        }
        int status = connection.getResponseCode();
        if (status != HTTP_OK) {
            String told = told(connection, token);
            connection.disconnect();
            throw new Refused(status, path.replaceFirst("\\?.*", "") + " is answered " + status + told);
        }
        return connection;
    }

    /** What the server says of it, without the token, which some repeat. */
    private static String told(HttpURLConnection answer, String token) throws IOException {
        try (InputStream body = answer.getErrorStream()) {
            String text = body == null
                    ? ""
                    : new String(new PacedStream(body, System::nanoTime).readNBytes(MAX_ERROR_BYTES), UTF_8);
            String message =
                    text.startsWith("{") ? JSON.readTree(text).path("message").asText() : "";
            String own = token.isEmpty() ? message : message.replace(token, "…");
            String plain = own.replaceAll("\\p{Cntrl}", " ");
            return plain.isEmpty() ? "" : ": " + plain.substring(0, Math.min(MAX_TOLD, plain.length()));
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    private static SSLContext trusting(Path file) throws IOException {
        try {
            return TrustedCertificates.context(file);
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates that can be used: " + e.getMessage(), e);
        }
    }
}
