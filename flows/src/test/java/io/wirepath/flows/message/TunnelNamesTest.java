package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Who hands on what it is told is not named by what goes through it. */
class TunnelNamesTest {

    private static final String ASKS = ">GET /a HTTP/1.1\r\nHost: shop.example\r\n\r\n";
    private static final String ANSWERS = "<HTTP/1.1 204 No\r\n\r\n";

    private static int names(String... steps) {
        TalkingConnection connection = new TalkingConnection(MessageSettings.defaults()).open();
        for (String step : steps) {
            connection.say(step);
        }
        return connection.batch.nameCount();
    }

    @Test
    void aServerIsNamed() {
        assertEquals(1, names(ASKS, ANSWERS));
    }

    @Test
    void aProxyIsNot() {
        assertEquals(
                0,
                names(
                        ">CONNECT shop.example:80 HTTP/1.1\r\nHost: shop.example:80\r\n\r\n",
                        "<HTTP/1.1 200 OK\r\n\r\n",
                        ASKS,
                        ANSWERS));
        assertEquals(
                0,
                names(
                        ">{05 01 00}",
                        "<{05 00}",
                        ">{05 01 00 03 01}a{0050}",
                        "<{05 00 00 01 00000000 0000}",
                        ASKS,
                        ANSWERS));
    }
}
