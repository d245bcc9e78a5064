package io.wirepath.appliance.doctor;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import jnr.ffi.LibraryLoader;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import jnr.ffi.annotations.In;
import jnr.ffi.annotations.Out;

/**
 * What the kernel knows of its clock from the program that synchronises it (adjtimex(2)).
 *
 * @param synchronised whether somebody keeps it right
 * @param maxErrorMicros bound of its error, microseconds
 * @param estimatedErrorMicros likely error, microseconds
 * @param offsetNanos what is being corrected now, nanoseconds
 * @param ticksPerMillion by how much its rate is corrected, parts per million
 */
record ClockFacts(
        boolean synchronised,
        long maxErrorMicros,
        long estimatedErrorMicros,
        long offsetNanos,
        double ticksPerMillion) {

    private static final long WIDE_MICROS = 100_000;
    private static final String SUBJECT = "clock";

    /** The one call of the C library. */
    public interface Clock {
        int adjtimex(@In @Out Pointer timex);
    }

    /**
     * The kernel's struct timex, of 64-bit machines.
     *
     * <pre>
     *   0 modes u32    8 offset i64    16 frequency i64 (ppm, 16 bits of fraction)    24 greatest error i64    32 error i64
     *  40 status i32   …               208 bytes in all
     * </pre>
     */
    static final class Timex {
        static final int BYTES = 208;
        static final int OFFSET = 8;
        static final int FREQUENCY = 16;
        static final int MAX_ERROR = 24;
        static final int ERROR = 32;
        static final int STATUS = 40;
        static final int UNSYNCHRONISED = 0x40;
        static final int IN_NANOS = 0x2000;
        static final int STATE_ERROR = 5;

        private Timex() {}
    }

    /** Asks the kernel; empty where it does not tell. */
    static Optional<ClockFacts> ask() {
        if (!System.getProperty("os.name").equals("Linux")
                || System.getProperty("os.arch").contains("86_32")) {
            return Optional.empty();
        }
        Clock library = LibraryLoader.create(Clock.class).load("c");
        ByteBuffer timex = ByteBuffer.allocateDirect(Timex.BYTES).order(ByteOrder.nativeOrder());
        int state = library.adjtimex(Pointer.wrap(Runtime.getRuntime(library), timex));
        return state < 0 ? Optional.empty() : Optional.of(of(state, timex));
    }

    /** What an answer of the kernel says. */
    static ClockFacts of(int state, ByteBuffer timex) {
        int status = timex.getInt(Timex.STATUS);
        long offset = timex.getLong(Timex.OFFSET);
        return new ClockFacts(
                state != Timex.STATE_ERROR && (status & Timex.UNSYNCHRONISED) == 0,
                timex.getLong(Timex.MAX_ERROR),
                timex.getLong(Timex.ERROR),
                (status & Timex.IN_NANOS) == 0 ? 1000 * offset : offset,
                timex.getLong(Timex.FREQUENCY) / 65536.0);
    }

    /** What to think of it. */
    List<CheckResult> results() {
        if (!synchronised) {
            return List.of(CheckResult.warning(
                    SUBJECT,
                    "nothing keeps this machine's clock synchronised",
                    "run chrony or systemd-timesyncd; Wirepath compares the clocks of sniffers that see the "
                            + "same traffic, but"
                            + " cannot know which is right, nor tie sniffers without common traffic"));
        }
        String text = "synchronised, error about %s, at most %s, rate corrected by %.1f ppm"
                .formatted(micros(estimatedErrorMicros), micros(maxErrorMicros), ticksPerMillion);
        return List.of(
                maxErrorMicros > WIDE_MICROS
                        ? CheckResult.warning(
                                SUBJECT, text, "use a nearer time server, or find out why this one is not reached")
                        : CheckResult.ok(SUBJECT, text));
    }

    private static String micros(long micros) {
        return micros < 10_000 ? micros + " µs" : micros / 1000 + " ms";
    }
}
