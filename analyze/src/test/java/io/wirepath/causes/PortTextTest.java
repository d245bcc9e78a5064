package io.wirepath.causes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PortTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app | app:8080",
                "http:8080 | http:8080",
                "port 8080 | port 8080",
                "port 8080 #2 | port 8080 #2",
                "http:8080 10.0.0.1 | http:8080 10.0.0.1",
                "app18080 | app18080:8080",
                "worker 10.0.0.1 | worker 10.0.0.1:8080",
                "http:9090 | http:9090, port 8080",
                "port 80801 | port 80801, port 8080"
            })
    void namesAPortOnce(String role, String text) {
        assertEquals(text, PortText.of(role, "8080"));
    }
}
