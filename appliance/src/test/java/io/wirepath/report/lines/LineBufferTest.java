package io.wirepath.report.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.AddressText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LineBufferTest {

    private static final long V4 = 0xffff_0000_0000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final LineBuffer line = new LineBuffer(out);

    private String written() throws IOException {
        line.flush();
        String text = out.toString(StandardCharsets.US_ASCII);
        out.reset();
        return text;
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                9,
                10,
                11,
                99,
                100,
                101,
                999,
                1000,
                65_535,
                1_795_244_718_000_001_000L,
                -1,
                -10,
                -123_456,
                Long.MAX_VALUE
            })
    void writesNumbersAsJavaDoes(long number) throws IOException {
        line.put(number);
        assertEquals(Long.toString(number), written());
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                1_795_244_718_000_001_000L,
                1_795_244_718_999_999_999L,
                1_795_244_719_000_000_000L,
                999_999_999,
                1_000_000_000,
                0,
                -5,
                Long.MIN_VALUE + 1,
                Long.MAX_VALUE
            })
    void writesTimesAsNumbers(long nanos) throws IOException {
        line.putNanos(nanos).put(' ').putNanos(nanos);
        assertEquals(nanos + " " + nanos, written());
    }

    @Test
    void writesAnyNumberAndAnyAddressAsJavaDoes() throws IOException {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            long number = random.nextLong() >>> 1 + random.nextInt(62);
            long high = random.nextInt(4) == 0 ? random.nextInt(8) : 0;
            long low = high != 0 ? random.nextInt(8) : V4 | random.nextInt() & 0xffff_ffffL;
            int port = random.nextInt(65_536);
            line.put(number).put(' ').putEndpoint(high, low, port).put(' ').putHex(number);
            line.endLine();
            assertEquals(
                    number + " " + AddressText.endpoint(high, low, port) + " " + String.format("%016x\n", number),
                    written());
        }
    }

    @Test
    void handsOverLongOutputWhole() throws IOException {
        StringBuilder wanted = new StringBuilder();
        for (long i = 0; i < 100_000; i++) {
            line.put(i);
            line.endLine();
            wanted.append(i).append('\n');
        }
        assertEquals(wanted.toString(), written());
    }
}
