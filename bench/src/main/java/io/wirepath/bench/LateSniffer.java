package io.wirepath.bench;

import io.wirepath.flows.SightingCodec;
import io.wirepath.merge.Consumed;
import io.wirepath.merge.MessageRecord;
import io.wirepath.merge.live.Checkpoint;
import io.wirepath.merge.live.LiveMerge;
import io.wirepath.merge.live.LiveMergeSettings;
import io.wirepath.merge.live.MergedSink;
import io.wirepath.merge.match.PastMessages;
import io.wirepath.merge.past.PastMessageFiles;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * What it costs to remember the messages of the past, and what a sniffer costs that was cut off after ten seconds and
 * brings all it has when the others are done: a live merge of the sightings of {@link RingTraffic}, in made-up time.
 *
 * <pre>
 *  java io.wirepath.bench.LateSniffer [MESSAGES [PER_SECOND]]        6 000 000 and 20 000
 * </pre>
 *
 * Run by {@code bench/late-sniffer}.
 */
public final class LateSniffer {

    private static final int SNIFFERS = 4;
    private static final long SECOND = 1_000_000_000L;
    private static final long STEP_NANOS = SECOND / 10;

    /** Records of a sniffer, as the service reads them. */
    private static final long MAX_A_STEP = 1 << 15;

    private static final long SYNC_NANOS = 5 * SECOND;
    private static final long ON_TIME_NANOS = 10 * SECOND;
    private static final long REMEMBERED_NANOS = 7200 * SECOND;

    private final RingTraffic traffic;
    private final long rounds;
    private final LiveMerge merge;
    private final Path remembered;
    private final PastMessages past;
    private final long[] next = new long[SNIFFERS];
    private final long[] number = new long[SNIFFERS];
    private final ByteBuffer records = ByteBuffer.allocate(RingTraffic.RECORDS_A_ROUND * SightingCodec.LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN);

    /** True time from which on the last sniffer is not heard. */
    private long cutOffNanos = Long.MAX_VALUE;

    private long nowNanos = RingTraffic.START;
    private long syncedNanos = RingTraffic.START;
    private long messages;

    private LateSniffer(long messages, long perSecond, boolean remembers) throws IOException {
        traffic = new RingTraffic(SNIFFERS, SECOND / perSecond);
        rounds = messages / SNIFFERS;
        remembered = Files.createTempDirectory("wirepath-late");
        past = remembers ? new PastMessageFiles(remembered, Long.MAX_VALUE, REMEMBERED_NANOS) : PastMessages.NONE;
        merge = LiveMerge.resume(Checkpoint.empty(), LiveMergeSettings.defaults(), past, new MergedSink() {
            @Override
            public void onMessage(MessageRecord message, Consumed consumed) {
                LateSniffer.this.messages++;
            }
        });
        for (int sniffer = 0; sniffer < SNIFFERS; sniffer++) {
            number[sniffer] = 1;
            merge.start(merge.source("sniffer " + sniffer, new UUID(1, sniffer)), number[sniffer]);
        }
    }

    /** Runs the measurement. */
    public static void main(String[] arguments) throws IOException {
        long messages = arguments.length > 0 ? Long.parseLong(arguments[0]) : 6_000_000L;
        long perSecond = arguments.length > 1 ? Long.parseLong(arguments[1]) : 20_000L;
        for (boolean remembers : new boolean[] {false, true, false, true}) {
            new LateSniffer(messages, perSecond, remembers).allOnTime(remembers);
        }
        new LateSniffer(messages, perSecond, true).oneLate();
    }

    private void allOnTime(boolean remembers) throws IOException {
        long before = cpuNanos();
        run();
        long nanos = cpuNanos() - before;
        System.out.printf(
                "all on time, %s: %d messages of %d, %.2f us of CPU a sighting%n",
                remembers ? "remembering" : "not remembering",
                messages,
                rounds * SNIFFERS,
                (double) nanos / 1e3 / (2.0 * SNIFFERS * (double) rounds));
        end();
    }

    private void oneLate() throws IOException {
        cutOffNanos = RingTraffic.START + ON_TIME_NANOS;
        run();
        cutOffNanos = Long.MAX_VALUE;
        long before = messages;
        long left = 2 * (rounds - next[SNIFFERS - 1]);
        long from = cpuNanos();
        run();
        long nanos = cpuNanos() - from;
        System.out.printf(
                "one of %d sniffers %.0f s late: %d messages of %d, %d of them while it came with %d sightings, %.2f"
                        + " us of CPU each%n",
                SNIFFERS,
                (double) (traffic.trueNanos(rounds) - RingTraffic.START - ON_TIME_NANOS) / 1e9,
                messages,
                rounds * SNIFFERS,
                messages - before,
                left,
                (double) nanos / 1e3 / (double) left);
        merge.status().counters().forEach(value -> System.out.println(value.counter() + " " + value.value()));
        System.out.printf("%d bytes remembered%n", ((PastMessageFiles) past).bytes());
        end();
    }

    /** All that are heard bring all they have, and a minute passes. */
    private void run() throws IOException {
        boolean more = true;
        while (more) {
            nowNanos += STEP_NANOS;
            more = false;
            for (int sniffer = 0; sniffer < SNIFFERS; sniffer++) {
                offer(sniffer);
                more |= next[sniffer] < rounds && isHeard(sniffer);
            }
            advance();
        }
        for (long until = nowNanos + 60 * SECOND; nowNanos < until; nowNanos += STEP_NANOS) {
            for (int sniffer = 0; sniffer < SNIFFERS; sniffer++) {
                offer(sniffer);
            }
            advance();
        }
    }

    private boolean isHeard(int sniffer) {
        return sniffer < SNIFFERS - 1 || traffic.trueNanos(next[sniffer]) < cutOffNanos;
    }

    /** What a sniffer has seen up to now, or so much of it as the service reads at a time. */
    private void offer(int sniffer) {
        long from = number[sniffer];
        while (number[sniffer] - from < MAX_A_STEP && hasSeen(sniffer) && merge.takes(sniffer)) {
            int put = traffic.put(records, 0, sniffer, next[sniffer]++);
            for (int i = 0; i < put; i++) {
                merge.offer(sniffer, ++number[sniffer], records, i * SightingCodec.LENGTH);
            }
            if (next[sniffer] % 1000 == 0) {
                merge.progress(sniffer, ++number[sniffer], traffic.shown(sniffer, traffic.trueNanos(next[sniffer])));
            }
        }
        if (next[sniffer] == rounds) {
            merge.progress(sniffer, ++number[sniffer], traffic.shown(sniffer, nowNanos));
        }
    }

    private boolean hasSeen(int sniffer) {
        return next[sniffer] < rounds && isHeard(sniffer) && traffic.trueNanos(next[sniffer]) < nowNanos;
    }

    private void advance() throws IOException {
        merge.advance(nowNanos);
        if (nowNanos - syncedNanos >= SYNC_NANOS && past instanceof PastMessageFiles files) {
            files.sync();
            syncedNanos = nowNanos;
        }
    }

    private void end() throws IOException {
        if (past instanceof PastMessageFiles files) {
            files.close();
        }
        try (Stream<Path> inside = Files.list(remembered)) {
            for (Path file : inside.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(remembered);
    }

    /** Of all threads, the compiler's and the collector's included. */
    private static long cpuNanos() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
