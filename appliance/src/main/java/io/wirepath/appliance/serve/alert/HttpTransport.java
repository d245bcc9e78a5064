package io.wirepath.appliance.serve.alert;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/**
 * Posts each body by HTTP; 2xx took it, 429 and 5xx ask to be sent it again, all else refuses it. Thread-safe.
 *
 * <p>Sources: RFC 9110, 15; RFC 6585, 4.
 */
public final class HttpTransport implements Transport {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int TOO_MANY = 429;
    private static final int FAULT = 500;
    private static final int DONE = 2;
    private static final int HUNDRED = 100;

    private final URI address;
    private final HttpRequest.Builder request;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /**
     * To one address.
     *
     * @param headers of each request
     * @throws IllegalArgumentException where HTTP cannot be spoken with that address
     */
    public HttpTransport(URI address, Map<String, String> headers) {
        this.address = address;
        request = HttpRequest.newBuilder(address).timeout(PATIENCE);
        headers.forEach(request::header);
    }

    @Override
    public String host() {
        return address.getHost();
    }

    @Override
    public Outcome send(byte[] body) throws IOException, InterruptedException {
        HttpRequest post = request.copy()
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        int status = client.send(post, HttpResponse.BodyHandlers.discarding()).statusCode();
        if (status == TOO_MANY || status >= FAULT) {
            return Outcome.again("it answered " + status);
        }
        return status / HUNDRED == DONE ? Outcome.TAKEN : Outcome.refused("it answered " + status);
    }

    /** Nothing is left to end: the outbox interrupts what is on its way. */
    @Override
    public void close() {}
}
