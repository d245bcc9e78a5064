package io.wirepath.appliance.ship;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/** The receiver's side of a stream by which a sniffer gives packets. gRPC calls it by one thread at a time. */
final class RingStream implements StreamObserver<byte[]> {

    private final ServerCallStreamObserver<byte[]> questions;
    private final SnifferIdentity.Peer peer;
    private final RemoteRings rings;
    private final RefusedStreams refused;
    private RemoteRings.@Nullable Line line;
    private String sniffer = "";
    private boolean ended;

    RingStream(
            ServerCallStreamObserver<byte[]> questions,
            SnifferIdentity.Peer peer,
            RemoteRings rings,
            RefusedStreams refused) {
        this.questions = questions;
        this.peer = peer;
        this.rings = rings;
        this.refused = refused;
        questions.setOnCancelHandler(this::release);
    }

    @Override
    public void onNext(byte[] message) {
        if (ended) {
            return;
        }
        try {
            if (line == null) {
                ShipMessage.Hello hello = ShipMessage.Hello.decode(message);
                hello.check();
                String refusal = peer.refusal(hello.sniffer());
                ShipMessage.require(refusal == null, String.valueOf(refusal));
                sniffer = hello.sniffer();
                line = rings.connect(sniffer, questions::onNext);
            } else {
                line.take(message);
            }
        } catch (IllegalArgumentException e) {
            refused.add(peer, String.valueOf(e.getMessage()));
            release();
            questions.onError(Status.PERMISSION_DENIED
                    .withDescription(e.getMessage())
                    .withCause(e)
                    .asRuntimeException());
        }
    }

    @Override
    public void onError(Throwable thrown) {
        release();
    }

    @Override
    public void onCompleted() {
        if (!ended) {
            release();
            questions.onCompleted();
        }
    }

    private void release() {
        ended = true;
        if (line != null) {
            rings.disconnect(sniffer, line);
        }
    }
}
