package io.wirepath.connect.oidc;

import com.nimbusds.jose.util.Resource;
import com.nimbusds.jose.util.ResourceRetriever;
import com.nimbusds.oauth2.sdk.http.HTTPRequestSender;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Answers of an issuer, each whole within a time and of {@value #MAX_BYTES} bytes at most: who signs in waits for them,
 * and a byte now and then would hold a thread of the service for ever. Follows no redirection: a secret goes where the
 * issuer said, and nowhere else. Thread-safe.
 */
final class WholeAnswers implements HTTPRequestSender, ResourceRetriever {

    private static final int MAX_BYTES = 1 << 20;
    private static final int OK = 200;

    private final Duration patience;
    private final HttpClient client;

    /** @param patience from the question to the last byte of its answer */
    WholeAnswers(Duration patience) {
        this.patience = patience;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(patience)
                .build();
    }

    @Override
    public ReadOnlyHTTPResponse send(ReadOnlyHTTPRequest asked) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(asked.getURI());
        asked.getHeaderMap().forEach((name, values) -> values.forEach(value -> request.header(name, value)));
        String body = asked.getBody();
        request.method(
                asked.getMethod().name(), body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        Whole got = answer(request.build());
        HTTPResponse answer = new HTTPResponse(got.head.statusCode());
        got.head.headers().map().forEach((name, values) -> answer.setHeader(name, values.toArray(String[]::new)));
        answer.setBody(got.text);
        return answer;
    }

    @Override
    public Resource retrieveResource(URL from) throws IOException {
        Whole got = answer(HttpRequest.newBuilder(URI.create(from.toString())).build());
        if (got.head.statusCode() != OK) {
            throw new IOException(from + " is answered " + got.head.statusCode());
        }
        return new Resource(
                got.text, got.head.headers().firstValue("Content-Type").orElse(null));
    }

    /** An answer with its text. */
    private record Whole(HttpResponse<InputStream> head, String text) {}

    /** What is longer, or comes later, is an error. */
    private Whole answer(HttpRequest request) throws IOException {
        CompletableFuture<HttpResponse<InputStream>> head = client.sendAsync(request, BodyHandlers.ofInputStream());
        CompletableFuture<Whole> whole =
                head.thenApplyAsync(begun -> new Whole(begun, text(begun.body())), WholeAnswers::onThreadOfItsOwn);
        try {
            return whole.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            CompletableFuture<Void> unused = head.thenAccept(WholeAnswers::close);
            head.cancel(true);
            throw new IOException("no whole answer within " + patience.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof UncheckedIOException io) {
                throw io.getCause();
            }
            throw cause instanceof IOException io ? io : new IOException(cause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("interrupted").initCause(e);
        }
    }

    private static void onThreadOfItsOwn(Runnable reading) {
        Thread thread = new Thread(reading, "wirepath-issuer");
        thread.setDaemon(true);
        thread.start();
    }

    private static String text(InputStream body) {
        try (body) {
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("an answer of more than 1 MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(HttpResponse<InputStream> begun) {
        try {
            begun.body().close();
        } catch (IOException e) {
            // it is given up
        }
    }
}
