package io.wirepath.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.flows.Outcome.Kind;
import io.wirepath.flows.Outcome.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutcomeTest {

    @ParameterizedTest
    @CsvSource({
        "HTTP, 200, OK",
        "HTTP, 304, OK",
        "HTTP, 404, REFUSED",
        "HTTP, 500, FAILED",
        "HTTP, 503, FAILED",
        "GRPC, 0, OK",
        "GRPC, 5, REFUSED",
        "GRPC, 13, FAILED",
        "GRPC, 14, FAILED",
        "GRPC, 99, REFUSED",
        "REDIS, 0, OK",
        "REDIS, 1, FAILED",
        "REDIS, 2, OK",
        "DNS, 0, OK",
        "DNS, 2, FAILED",
        "DNS, 3, REFUSED",
        "DNS, 5, FAILED",
        "AMQP, 200, OK",
        "AMQP, 312, REFUSED",
        "AMQP, 541, FAILED",
        "MEMCACHED, 1, REFUSED",
        "MEMCACHED, 3, FAILED",
        "TLS, 0, OK",
        "TLS, 40, FAILED",
        "CASSANDRA, 0, OK",
        "CASSANDRA, 1, FAILED",
        "LDAP, 0, OK",
        "LDAP, 6, OK",
        "LDAP, 49, REFUSED",
        "LDAP, 52, FAILED",
        "SMTP, 354, OK",
        "SMTP, 451, FAILED",
        "SMTP, 550, REFUSED",
        "STOMP, 1, FAILED",
        "OPENWIRE, 0, OK",
        "ZMTP, 1, REFUSED",
        "HAZELCAST, 1, REFUSED",
        "HAZELCAST, 4, FAILED",
        "DCE_RPC, 1, REFUSED",
        "DCE_RPC, 2, REFUSED",
        "DCE_RPC, 3, FAILED",
        "NONE, 7, UNKNOWN"
    })
    void saysWhoIsToBlame(Kind kind, int code, Verdict wanted) {
        assertEquals(wanted, Outcome.verdict(Outcome.of(kind, code)));
    }

    @ParameterizedTest
    @CsvSource({
        "00, OK",
        "01, OK",
        "02, OK",
        "08, FAILED",
        "22, REFUSED",
        "23, REFUSED",
        "28, REFUSED",
        "40, FAILED",
        "42, REFUSED",
        "53, FAILED",
        "57, FAILED",
        "HY, FAILED",
        "XX, FAILED",
        "3D, REFUSED"
    })
    void readsTheClassOfAnSqlState(String state, Verdict wanted) {
        int outcome = Outcome.ofSqlState(state.charAt(0), state.charAt(1));
        assertEquals(wanted, Outcome.verdict(outcome));
        assertEquals("sql " + state, Outcome.text(outcome));
    }

    @Test
    void theWorstOfAResponseCountsAndOfEqualsTheLater() {
        int ok = Outcome.of(Kind.HTTP, 200);
        int grpcOk = Outcome.of(Kind.GRPC, 0);
        int failed = Outcome.of(Kind.GRPC, 14);
        assertEquals(grpcOk, Outcome.worse(ok, grpcOk));
        assertEquals(failed, Outcome.worse(failed, ok));
        assertEquals(failed, Outcome.worse(failed, Outcome.UNKNOWN));
        assertEquals(failed, Outcome.worse(Outcome.UNKNOWN, failed));
    }

    @Test
    void aCodeThatDoesNotFitIsUnknown() {
        assertEquals(Outcome.UNKNOWN, Outcome.of(Kind.HTTP, -1));
        assertEquals(Outcome.UNKNOWN, Outcome.of(Kind.HTTP, 4096));
        assertEquals(Outcome.UNKNOWN, Outcome.ofSqlState('#', '0'));
        assertEquals(Kind.NONE, Outcome.kind(0xffff), "of a newer version");
        assertEquals("http 503", Outcome.text(Outcome.of(Kind.HTTP, 503)));
        assertEquals("", Outcome.text(0));
    }
}
