package io.wirepath.flows.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceNumberTest {

    @ParameterizedTest
    @CsvSource({
        "0, 10, 10, true, false",
        "10, 0, -10, false, false",
        "-5, 5, 10, true, false",
        "5, -5, -10, false, false",
        "2147483647, -2147483648, 1, true, false",
        "7, 7, 0, false, false",
        "0, 67108864, 67108864, true, false",
        "0, 67108865, 67108865, true, true",
        "-67108865, 0, 67108865, true, true"
    })
    void wrapsAround(int from, int to, int distance, boolean before, boolean far) {
        assertEquals(distance, SequenceNumber.distance(from, to));
        assertEquals(before, SequenceNumber.isBefore(from, to));
        assertEquals(before ? from : to, SequenceNumber.earlier(from, to));
        assertEquals(far, SequenceNumber.isFar(from, to));
    }
}
