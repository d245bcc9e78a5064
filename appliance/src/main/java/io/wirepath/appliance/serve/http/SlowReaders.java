package io.wirepath.appliance.serve.http;

import java.util.function.Predicate;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Lets go of who reads an answer so slowly that it holds up others; not of those that listen for what comes now and
 * then.
 */
final class SlowReaders extends MinimumDataRateHandler {

    private static final long LEAST_BYTES_A_SECOND = 1 << 10;

    private final Predicate<Request> listens;

    SlowReaders(Predicate<Request> listens) {
        super(0, LEAST_BYTES_A_SECOND);
        this.listens = listens;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        return listens.test(request)
                ? getHandler().handle(request, response, callback)
                : super.handle(request, response, callback);
    }
}
