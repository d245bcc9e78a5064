package io.wirepath.appliance.ship;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import io.grpc.stub.ClientCalls;
import io.wirepath.flows.decode.DecodeSettings;
import io.wirepath.pipeline.CallPackets;
import io.wirepath.pipeline.Failure;
import io.wirepath.report.text.Figures;
import io.wirepath.sniffer.file.PcapngWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Answers a receiver's questions for packets out of the ring beside a spool, one at a time, and logs who asked for
 * which. For a thread of its own, until that is interrupted.
 */
final class RingGiver implements Runnable {

    /** What one answer holds at most. */
    static final long MAX_BYTES = 64L << 20;

    private static final int PIECE_BYTES = 256 << 10;

    private final Path spool;
    private final String sniffer;
    private final String program;
    private final Channel channel;
    private final Consumer<String> log;

    /**
     * Prepares it.
     *
     * @param spool its directory
     * @param sniffer name under which the receiver knows it
     * @param program name and version of this program
     * @param log takes a line for each question
     */
    RingGiver(Path spool, String sniffer, String program, Channel channel, Consumer<String> log) {
        this.spool = spool;
        this.sniffer = sniffer;
        this.program = program;
        this.channel = channel;
        this.log = log;
    }

    @Override
    public void run() {
        Retry retry = new Retry(RandomGenerator.getDefault());
        try {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    answer(retry);
                } catch (StatusException | IllegalArgumentException e) {
                    // a receiver that is away, or too old to ask: the spool's own stream tells of it
                }
                TimeUnit.NANOSECONDS.sleep(retry.nextNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(Retry retry) throws InterruptedException, StatusException {
        BlockingClientCall<byte[], byte[]> call =
                ClientCalls.blockingBidiStreamingCall(channel, ShipService.RING, CallOptions.DEFAULT);
        try {
            call.write(new ShipMessage.Hello(ShipMessage.VERSION, new UUID(0, 0), 0, sniffer, program).encode());
            for (byte[] message = call.read(); message != null; message = call.read()) {
                retry.succeeded();
                RingMessage.Question question = RingMessage.Question.decode(message);
                call.write(give(question, call));
            }
        } finally {
            call.cancel("the sniffer ends the stream", null);
        }
    }

    /** Sends the packets; gives the end of the answer, which says what is not there. */
    private byte[] give(RingMessage.Question question, BlockingClientCall<byte[], byte[]> call) {
        Pieces pieces = new Pieces(question.number(), call);
        long[] packets = new long[1];
        String reason = "";
        String damage = "";
        try (PcapngWriter out = new PcapngWriter(pieces, ByteOrder.BIG_ENDIAN)) {
            CallPackets wire = new CallPackets(question.wanted(), (number, nanos) -> 0);
            wire.read(spool.toString(), 0, DecodeSettings.defaults(), packet -> {
                try {
                    out.write(
                            sniffer, packet.linkType(), packet.rawNanos(), packet.bytes(), packet.originalLength(), "");
                } catch (IOException e) {
                    throw new Failure(Failure.reason(e), e);
                }
                packets[0]++;
            });
            damage = wire.damage();
        } catch (IOException | RuntimeException e) {
            reason = Failure.reason(e);
        }
        log.accept(sniffer + ": gave " + packets[0] + " packets of " + connections(question) + " connections to "
                + Figures.printable(question.reader()) + (reason.isEmpty() ? "" : "; " + Figures.printable(reason))
                + (damage.isEmpty() ? "" : "; " + Figures.printable(damage)));
        return RingMessage.end(question.number(), reason, damage);
    }

    private static long connections(RingMessage.Question question) {
        return question.wanted().stream()
                .map(each -> List.of(each.one(), each.other()))
                .distinct()
                .count();
    }

    /** What is written goes to the receiver, as fast as that takes it. */
    private static final class Pieces extends OutputStream {

        private final int number;
        private final BlockingClientCall<byte[], byte[]> call;
        private long bytes;

        Pieces(int number, BlockingClientCall<byte[], byte[]> call) {
            this.number = number;
            this.call = call;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            bytes += length;
            if (bytes > MAX_BYTES) {
                throw new IOException("they are more than " + (MAX_BYTES >> 20) + " MiB");
            }
            try {
                for (int done = 0; done < length; done += PIECE_BYTES) {
                    int part = Math.min(PIECE_BYTES, length - done);
                    if (!call.write(RingMessage.piece(number, from, offset + done, part))) {
                        throw new IOException("the receiver has gone");
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the sniffer is stopped", e);
            } catch (StatusException e) {
                throw new IOException("the receiver has gone", e);
            }
        }
    }
}
