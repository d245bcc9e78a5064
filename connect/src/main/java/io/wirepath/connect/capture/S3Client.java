package io.wirepath.connect.capture;

import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;
import static java.net.HttpURLConnection.HTTP_OK;
import static java.net.HttpURLConnection.HTTP_PARTIAL;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.wirepath.pipeline.Failure;
import io.wirepath.sniffer.CaptureException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a store. What the store cannot do now, or a connection that breaks, is tried again; what it refuses is told.
 * Thread-safe.
 */
final class S3Client {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final int ATTEMPTS = 6;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MAX_ERROR_BYTES = 1 << 14;
    private static final int TOO_MANY = 429;
    private static final Pattern TOLD = Pattern.compile("<Message>([^<]{1,300})<");

    private final S3Settings settings;
    private final Clock clock;

    S3Client(S3Settings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /** Reads an answer; where that fails, it is asked for anew. */
    @FunctionalInterface
    interface Reading<T> {
        T of(HttpURLConnection answer) throws IOException;
    }

    /**
     * Asks until the answer has been read.
     *
     * @param shown what is asked for, for a person
     * @param path the bucket and, behind a slash, an object in it
     * @param query names and values as they are
     * @param headers to be sent, in small letters
     * @throws CaptureException where the store refuses, or does not answer
     */
    <T> T get(String shown, String path, Map<String, String> query, Map<String, String> headers, Reading<T> reading)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            HttpURLConnection answer = ask(path, query, headers);
            IOException broken;
            try {
                int status = answer.getResponseCode();
                if (status == HTTP_OK || status == HTTP_PARTIAL) {
                    return reading.of(answer);
                }
                String told = status + told(answer);
                if (status < HTTP_INTERNAL_ERROR && status != TOO_MANY) {
                    throw new CaptureException(shown, "the store refuses it (" + told + ")", remedy(answer));
                }
                broken = new IOException(told);
            } catch (CaptureException e) {
                throw e;
            } catch (IOException e) {
                broken = e;
            }
            if (attempt == ATTEMPTS) {
                String problem = settings.endpoint() + " does not give it (" + Failure.reason(broken) + ")";
                throw new CaptureException(shown, problem, "check AWS_ENDPOINT_URL and the network", broken);
            }
            pause(FIRST_PAUSE_MILLIS << attempt);
        }
    }

    private HttpURLConnection ask(String path, Map<String, String> query, Map<String, String> headers)
            throws IOException {
        String escaped = settings.endpoint().getRawPath() + "/"
                + S3Signature.escaped(path).replace("%2F", "/");
        String asked = new TreeMap<>(query)
                .entrySet().stream()
                        .map(each -> S3Signature.escaped(each.getKey()) + "=" + S3Signature.escaped(each.getValue()))
                        .collect(Collectors.joining("&"));
        String host = settings.endpoint().getRawAuthority();
        TreeMap<String, String> sent = new TreeMap<>(headers);
        S3Settings.User user = settings.user();
        if (user != null) {
            sent.put("host", host);
            sent = new S3Signature(user, settings.region()).headers(escaped, asked, sent, clock.instant());
        }
        URI address = URI.create(
                settings.endpoint().getScheme() + "://" + host + escaped + (asked.isEmpty() ? "" : "?" + asked));
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection();
        connection.setConnectTimeout(PATIENCE_MILLIS);
        connection.setReadTimeout(PATIENCE_MILLIS);
        connection.setInstanceFollowRedirects(false);
        sent.forEach(connection::setRequestProperty);
        return connection;
    }

    private String remedy(HttpURLConnection answer) {
        @Nullable String region = answer.getHeaderField("x-amz-bucket-region");
        if (region != null && !region.equals(settings.region())) {
            return "the bucket is in " + region.replaceAll("[^a-z0-9-]", "") + ": set AWS_REGION";
        }
        return settings.user() == null
                ? "no keys were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE"
                : "check the name, and what the key " + settings.user() + " may read";
    }

    /** What an answer says is wrong. */
    private static String told(HttpURLConnection answer) throws IOException {
        try (InputStream body = answer.getErrorStream()) {
            String text = body == null
                    ? ""
                    : new String(new PacedStream(body, System::nanoTime).readNBytes(MAX_ERROR_BYTES), UTF_8);
            return TOLD.matcher(text)
                    .results()
                    .map((MatchResult told) -> ", " + told.group(1).replaceAll("\\p{Cntrl}", " "))
                    .collect(Collectors.joining());
        }
    }

    private static void pause(long millis) throws InterruptedIOException {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException) new InterruptedIOException("stopped").initCause(e);
        }
    }
}
