package io.wirepath.connect.mcp;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Gives a request a thread when its body is there, so that who sends slowly holds none: a body has {@value #SECONDS} s
 * and a bound of bytes. Thread-safe.
 */
final class WholeRequests extends Handler.Wrapper {

    /** A body that takes longer is refused (408). */
    static final int SECONDS = 5;

    private final int maxBytes;

    /** Lets this handler answer; bodies have so many bytes at most, of more is said that they are too large (413). */
    WholeRequests(Handler handler, int maxBytes) {
        super(handler);
        this.maxBytes = maxBytes;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        CompletableFuture<byte[]> unused = body.orTimeout(SECONDS, TimeUnit.SECONDS)
                .whenCompleteAsync(
                        (bytes, failure) -> answer(request, response, callback, bytes, failure),
                        request.getComponents().getExecutor());
        Content.Source.asByteArrayAsync(request, maxBytes, Promise.Invocable.toPromise(body));
        return true;
    }

    private void answer(
            Request request,
            Response response,
            Callback callback,
            byte @Nullable [] body,
            @Nullable Throwable failure) {
        try {
            if (body == null) {
                response.getHeaders().put(new HttpField(HttpHeader.CONNECTION, "close"));
                Response.writeError(request, response, callback, status(failure));
            } else if (!super.handle(new Whole(request, body), response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Exception e) {
            callback.failed(e);
        }
    }

    private static int status(@Nullable Throwable failure) {
        Throwable why = failure instanceof CompletionException ? failure.getCause() : failure;
        if (why instanceof TimeoutException) {
            return HttpStatus.REQUEST_TIMEOUT_408;
        }
        return why instanceof IllegalStateException ? HttpStatus.PAYLOAD_TOO_LARGE_413 : HttpStatus.BAD_REQUEST_400;
    }

    private static final class Whole extends Request.Wrapper {

        private final Content.Source body;

        Whole(Request request, byte[] body) {
            super(request);
            this.body = new ByteBufferContentSource(ByteBuffer.wrap(body));
        }

        @Override
        public Content.@Nullable Chunk read() {
            return body.read();
        }

        @Override
        public void demand(Runnable whenThere) {
            body.demand(whenThere);
        }

        @Override
        public void fail(Throwable failure) {
            body.fail(failure);
        }
    }
}
