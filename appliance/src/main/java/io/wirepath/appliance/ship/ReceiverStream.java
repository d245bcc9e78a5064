package io.wirepath.appliance.ship;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The receiver's side of one stream. The next message is asked for when the one before is on the disk: that is what
 * slows a sniffer down which sends more than the disk takes. gRPC calls it by one thread at a time.
 */
final class ReceiverStream implements StreamObserver<byte[]> {

    private final ServerCallStreamObserver<byte[]> answers;
    private final ReceivedSpools spools;
    private final SnifferConnections connections;
    private final RefusedStreams refused;
    private final Clock clock;
    private final SnifferIdentity.Peer peer;
    private ReceivedSpool.@Nullable Hold hold;
    private boolean ended;

    ReceiverStream(
            ServerCallStreamObserver<byte[]> answers,
            SnifferIdentity.Peer peer,
            ReceivedSpools spools,
            SnifferConnections connections,
            RefusedStreams refused,
            Clock clock) {
        this.answers = answers;
        this.peer = peer;
        this.spools = spools;
        this.connections = connections;
        this.refused = refused;
        this.clock = clock;
        answers.setCompression("identity");
        answers.disableAutoRequest();
        answers.setOnCancelHandler(this::release);
        answers.request(1);
    }

    @Override
    public void onNext(byte[] message) {
        if (ended) {
            return;
        }
        try {
            ReceivedSpool.Hold held = hold;
            if (held == null) {
                greet(ShipMessage.Hello.decode(message));
            } else {
                answers.onNext(ShipMessage.number(ShipMessage.KEPT, held.spool().keep(message, held, now())));
            }
            if (!ended) {
                answers.request(1);
            }
        } catch (IllegalArgumentException e) {
            refuse(Status.INVALID_ARGUMENT, e);
        } catch (IllegalStateException | IOException e) {
            refuse(Status.UNAVAILABLE, e);
        }
    }

    private void greet(ShipMessage.Hello hello) throws IOException {
        hello.check();
        String refusal = peer.refusal(hello.sniffer());
        if (refusal != null) {
            refuse(Status.PERMISSION_DENIED, new IllegalArgumentException(refusal));
            return;
        }
        ReceivedSpool.Hold held = spools.take(hello.sniffer(), hello.incarnation(), now());
        hold = held;
        if (peer.remote() != null) {
            connections.accept(peer.remote());
        }
        answers.onNext(ShipMessage.number(ShipMessage.RESUME, held.spool().kept() + 1));
    }

    private long now() {
        Instant now = clock.instant();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }

    private void refuse(Status status, Exception cause) {
        refused.add(peer, String.valueOf(cause.getMessage()));
        release();
        answers.onError(status.withDescription(cause.getMessage()).asRuntimeException());
    }

    @Override
    public void onError(Throwable thrown) {
        release();
    }

    @Override
    public void onCompleted() {
        if (!ended) {
            release();
            answers.onCompleted();
        }
    }

    private void release() {
        ended = true;
        ReceivedSpool.Hold held = hold;
        if (held != null) {
            hold = null;
            if (peer.remote() != null) {
                connections.release(peer.remote());
            }
            spools.giveBack(held);
        }
    }
}
