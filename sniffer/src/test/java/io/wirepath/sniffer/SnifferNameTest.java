package io.wirepath.sniffer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnifferNameTest {

    @ParameterizedTest
    @CsvSource({
        "lab/sw-app.pcap.gz, sw-app",
        "sw-app.pcapng, sw-app",
        "/a/b.c/Front.CAP, Front",
        "plain, plain",
        "a.b.pcap, a.b",
        ".pcap, .pcap",
        "-, stdin",
    })
    void isTheFilesNameWithoutItsEndings(String path, String wanted) {
        assertEquals(wanted, SnifferName.of(path));
    }
}
