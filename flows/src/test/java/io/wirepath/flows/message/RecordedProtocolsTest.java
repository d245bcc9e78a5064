package io.wirepath.flows.message;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.flows.Outcome;
import io.wirepath.flows.Protocol;
import io.wirepath.flows.Role;
import io.wirepath.flows.Sighting;
import io.wirepath.flows.SightingCodec;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Recordings of real servers and clients: what was asked, answered, sent one way and set up; the numbers are those of
 * the clients.
 */
final class RecordedProtocolsTest {

    private static final int FIRST_EPHEMERAL = 32_768;
    private static final int LAST_EPHEMERAL = 60_999;

    /**
     * Messages by server's port, direction, role, whether set-up, and outcome, such as {@code 389 < response ldap 32}.
     */
    private static Map<String, Integer> kinds(String capture) throws IOException {
        Map<String, Integer> kinds = new TreeMap<>();
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run("/captures/protocols/" + capture + ".pcap.gz", sighting -> {
                    if (Outcome.isEnd(sighting.outcome())) {
                        return;
                    }
                    int to = sighting.destinationPort();
                    boolean asks = to < FIRST_EPHEMERAL || to > LAST_EPHEMERAL;
                    boolean setup = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
                    String kind = (asks ? to + " > " : sighting.sourcePort() + " < ")
                            + sighting.role().name().toLowerCase(Locale.ROOT)
                            + (setup ? " set-up" : "")
                            + (sighting.outcome() == 0 ? "" : ' ' + Outcome.text(sighting.outcome()));
                    kinds.merge(kind, 1, Integer::sum);
                });
        return kinds;
    }

    /** The same without what is set-up. */
    private static Map<String, Integer> work(String capture) throws IOException {
        Map<String, Integer> kinds = kinds(capture);
        kinds.keySet().removeIf(kind -> kind.contains("set-up"));
        return kinds;
    }

    /**
     * Deliveries and what acknowledges them have a call id in common: deliveries, and how many of them are
     * acknowledged.
     */
    private static String acknowledged(String capture) throws IOException {
        Set<String> delivered = new HashSet<>();
        int[] found = new int[1];
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run("/captures/protocols/" + capture + ".pcap.gz", sighting -> {
                    if (sighting.role() == Role.ONE_WAY && sighting.callId() != SightingCodec.NO_CALL_ID) {
                        String call = sighting.connection() + " " + sighting.callId();
                        boolean setup = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
                        found[0] += setup && delivered.remove(call) ? 1 : 0;
                        if (!setup) {
                            delivered.add(call);
                        }
                    }
                });
        return found[0] + " acknowledged, " + delivered.size() + " not";
    }

    @Test
    void dubboCallsAndHeartbeats() throws IOException {
        // 21 calls one after the other, 40 over 8 threads on one connection, of which 6 end with an exception; 5
        // heartbeats
        assertEquals(
                Map.of(
                        "20880 > request", 61,
                        "20880 < response", 61,
                        "20880 > request set-up", 5,
                        "20880 < response set-up", 5),
                kinds("dubbo"));
    }

    @Test
    void brpcCalls() throws IOException {
        // 20 calls one after the other, 40 over 8 threads on one connection, of which 4 fail
        assertEquals(Map.of("8010 > request", 60, "8010 < response", 60), kinds("brpc"));
    }

    @Test
    void clickHouseOverHttp() throws IOException {
        // one question whether it is ready; 42 queries, of which 10 insert rows and one answers with 5000; two that are
        // refused; before all, an attempt to connect while it does not listen yet
        assertEquals(
                Map.of(
                        "8123 > unknown set-up tcp refused", 1,
                        "8123 > request", 45,
                        "8123 < response http 200", 43,
                        "8123 < response http 400", 1,
                        "8123 < response http 404", 1),
                kinds("clickhouse"));
    }

    @Test
    void memcachedInTextMetaAndBinary() throws IOException {
        // 15 commands of text, one of them an unknown word, one quiet; 6 of meta, three together; 20 binary ones
        assertEquals(
                Map.of(
                        "11211 > one_way", 1,
                        "11211 > request", 41,
                        "11211 < response", 40,
                        "11211 < response memcached 1", 1),
                work("memcached"));
    }

    @Test
    void natsRequestsEventsAndJetStream() throws IOException {
        // 13 requests through to the worker and back, one that nobody serves, 5 publications to a stream with their
        // confirmation; 8 events
        assertEquals(
                Map.of(
                        "4222 > request", 19,
                        "4222 < response", 19,
                        "4222 < request", 13,
                        "4222 > response", 13,
                        "4222 > one_way", 8,
                        "4222 < one_way", 13),
                work("nats"));
        Map<String, Integer> all = kinds("nats");
        assertEquals(all.get("4222 > request set-up"), all.get("4222 < response set-up"));
    }

    @Test
    void mqttPublicationsAtEachLevelOfService() throws IOException {
        assertEquals(Map.of("1883 > one_way", 18, "1883 < one_way", 18), work("mqtt"));
    }

    @Test
    void redisStreamsGroupsAndSubscribers() throws IOException {
        // 17 commands, one of them refused; 8 deliveries of a group, one to a subscriber
        assertEquals(
                Map.of(
                        "7001 > request", 17,
                        "7001 < response redis 0", 16,
                        "7001 < response redis 1", 1,
                        "7001 < one_way redis 0", 8,
                        "7001 < one_way", 1),
                work("redis-streams"));
    }

    @Test
    void redisClusterSendsClientsElsewhereAndGossips() throws IOException {
        Map<String, Integer> work = work("redis-cluster");
        assertEquals(4, work.get("7101 < response redis 2"));
        assertEquals(6, work.get("7102 < response redis 2"));
        assertTrue(work.keySet().stream().noneMatch(kind -> kind.startsWith("17")), work::toString);
    }

    @Test
    void deliveriesAndTheirAcknowledgements() throws IOException {
        // two workers acknowledge each of 16; the third one acknowledges 6 times, once for two, and has two in hand at
        // the end
        assertEquals("38 acknowledged, 3 not", acknowledged("amqp"));
        assertEquals("24 acknowledged, 0 not", acknowledged("mqtt"));
        assertEquals("24 acknowledged, 0 not", acknowledged("amqp1"));
    }

    @Test
    void ajpRequestsWithBodiesAndPings() throws IOException {
        // 32 requests over up to 4 connections, each behind a ping; 35 times the container asks for more of a body
        assertEquals(
                Map.of(
                        "8009 > request set-up", 32,
                        "8009 < response set-up", 32,
                        "8009 > request", 32,
                        "8009 < response http 200", 28,
                        "8009 < response http 404", 3,
                        "8009 < response http 500", 1,
                        "8009 < one_way set-up", 35),
                kinds("ajp"));
    }

    @Test
    void hdfsCallsOperationsAndPackets() throws IOException {
        // a client's 82 calls, of which 3 end with an exception, and 23 of the data nodes; 5 blocks written to 3 nodes
        // each, in 60 packets; 7 blocks read and the checksums of 5
        assertEquals(
                Map.of(
                        "8020 > one_way set-up", 1,
                        "8020 > request", 105,
                        "8020 < response hadoop_rpc 0", 102,
                        "8020 < response hadoop_rpc 1", 3,
                        "9866 > request", 87,
                        "9866 < response hdfs 0", 87,
                        "9866 > one_way set-up", 7),
                kinds("hdfs"));
    }

    @Test
    void shortMessagesOfBothSides() throws IOException {
        // two clients, 30 messages each, 6 of them too many; 14 receipts
        assertEquals(
                Map.of(
                        "2775 > request", 60,
                        "2775 < response smpp 0", 54,
                        "2775 < response smpp 88", 6,
                        "2775 < request", 14,
                        "2775 > response smpp 0", 14),
                work("smpp"));
    }

    @Test
    void ordersAndTheirReports() throws IOException {
        // 60 orders, each taken or rejected; 20 are traded
        assertEquals(Map.of("9880 > request", 60, "9880 < response", 60, "9880 < one_way", 20), work("fix"));
    }

    @Test
    void stompReceiptsDeliveriesAndRefusals() throws IOException {
        // by three versions of the protocol: 48 messages with a receipt, 3 of them refused, 33 without, 60 deliveries,
        // of
        // which two thirds are acknowledged; six log-ins with a wrong password
        assertEquals(
                Map.of(
                        "61613 > request", 48,
                        "61613 < response stomp 0", 45,
                        "61613 < response stomp 1", 3,
                        "61613 > one_way", 33,
                        "61613 < one_way", 60),
                work("stomp"));
        assertEquals(6, kinds("stomp").get("61613 < response set-up stomp 1"));
        assertEquals("40 acknowledged, 20 not", acknowledged("stomp"));
    }

    @Test
    void openWireTightAndLoose() throws IOException {
        // tight and loose each: 28 persistent messages, 15 that want no response, 43 deliveries and the broker's own;
        // two
        // log-ins with a wrong password
        Map<String, Integer> work = work("openwire");
        for (String port : List.of("61616", "61617")) {
            assertEquals(28, work.get(port + " > request"));
            assertEquals(28, work.get(port + " < response openwire 0"));
            assertEquals(15, work.get(port + " > one_way"));
            assertEquals(43, work.get(port + " < one_way"));
            assertEquals(2, kinds("openwire").get(port + " < response set-up openwire 1"));
        }
    }

    @Test
    void zeroMqSocketsOfEachKind() throws IOException {
        // REQ to REP 30, DEALER to REP 6, pipelined; REQ to ROUTER 8; DEALER to ROUTER 10 each way; PUSH 20, PUB 8
        assertEquals(
                Map.of(
                        "5555 > request", 36,
                        "5555 < response", 36,
                        "5556 > request", 8,
                        "5556 < response", 8,
                        "5556 > one_way", 10,
                        "5556 < one_way", 10,
                        "5557 < one_way", 8,
                        "5558 > one_way", 20),
                work("zmtp"));
        // with a name and password 16 calls, three log-ins with a wrong one; behind CURVE 10 by turns
        assertEquals(
                Map.of("5559 > request", 16, "5559 < response", 16, "5560 > request", 10, "5560 < response", 10),
                work("zmtp-secured"));
        assertEquals(3, kinds("zmtp-secured").get("5559 < response set-up zmtp 1"));
    }

    @Test
    void rmiCallsOfTheRegistryAndAnObject() throws IOException {
        // three of the registry, one for a name that it does not have; 49 calls, and 4 that end with an exception
        assertEquals(
                Map.of(
                        "1099 > request", 3,
                        "1099 < response rmi 0", 2,
                        "1099 < response rmi 1", 1,
                        "1098 > request", 53,
                        "1098 < response rmi 0", 49,
                        "1098 < response rmi 1", 4),
                work("rmi"));
    }

    @Test
    void hazelcastCallsEventsAndRefusals() throws IOException {
        // 22 puts, 46 gets, 10 of a queue, a listener with 6 events, 3 that end with an exception; clients of another
        // cluster are not let in
        assertEquals(
                Map.of(
                        "5701 > request", 82,
                        "5701 < response hazelcast 0", 79,
                        "5701 < response hazelcast 4", 3,
                        "5701 < one_way", 6),
                work("hazelcast"));
        assertEquals(3, kinds("hazelcast").get("5701 < response set-up hazelcast 1"));
    }

    @Test
    void uwsgiRequestsAndTheirStatus() throws IOException {
        // 39 requests, 4 with a body, of which one ends without an answer
        assertEquals(
                Map.of("3031 > request", 39, "3031 < response http 200", 36, "3031 < response http 404", 2),
                kinds("uwsgi"));
    }

    @Test
    void dceRpcBindingsCallsAndFaults() throws IOException {
        // by tshark: 144 requests, 128 responses, 16 faults; 68 bindings, of which one is refused as a whole and two
        // for
        // their interface
        Map<String, Integer> all = new TreeMap<>();
        kinds("dce-rpc").forEach((kind, count) -> all.merge(kind.replaceAll("\\d+ [<>] ", ""), count, Integer::sum));
        assertEquals(144, all.get("request"));
        assertEquals(128, all.get("response dce_rpc 0"));
        assertEquals(7, all.get("response dce_rpc 2"));
        assertEquals(9, all.get("response dce_rpc 18"));
        assertEquals(68, all.get("request set-up"));
        assertEquals(65, all.get("response set-up dce_rpc 0"));
        assertEquals(3, all.get("response set-up dce_rpc 1"));
    }

    @Test
    void ldapCallsAndTheirResults() throws IOException {
        // 10 binds, 8 additions, 4 searches of which one ends at its bind, a change, a removal, a comparison
        assertEquals(
                Map.of(
                        "389 > request", 22,
                        "389 < response ldap 0", 19,
                        "389 < response ldap 6", 1,
                        "389 < response ldap 32", 1,
                        "389 < response ldap 49", 1),
                work("ldap"));
    }

    @Test
    void amqp1TransfersAreOneWay() throws IOException {
        assertEquals(Map.of("5673 > one_way", 12, "5673 < one_way", 12), work("amqp1"));
    }

    @Test
    void smtpMailsAndTheirReplies() throws IOException {
        Map<String, Integer> all = kinds("smtp");
        assertEquals(26, all.get("2525 > request"));
        assertEquals(24, all.get("2525 < response smtp 250"));
        assertEquals(2, all.get("2525 < response smtp 550"));
        assertEquals(8, all.get("2525 < response set-up smtp 354"));
    }

    @Test
    void thriftInFramesAndWithout() throws IOException {
        // 14 calls and 2 one-way ones in each of three; without frames turns cut, so what was sent together is one
        assertEquals(
                Map.of(
                        "9090 > request", 14,
                        "9090 < response", 14,
                        "9090 > one_way", 2,
                        "9091 > request", 14,
                        "9091 < response", 14,
                        "9091 > one_way", 2,
                        "9092 > request", 11,
                        "9092 < response", 11),
                work("thrift"));
    }

    @Test
    void thriftBehindHeaders() throws IOException {
        // 13 calls and 2 one-way ones in the binary and in the compact protocol, each with the id 0 and three of them
        // pipelined; 10 and 2 behind zlib, where nothing tells them apart; the server ends with a header alone
        assertEquals(
                Map.of(
                        "9093 > request", 38,
                        "9093 < response", 36,
                        "9093 > one_way", 4,
                        "9093 < one_way set-up", 3),
                kinds("theader"));
        assertEquals("36 of 38 answered in order", answered("theader"));
    }

    @Test
    void openSearchOverHttp() throws IOException {
        // an index made, 8 documents, a bulk of 40, searches, one after the other and eight together; one document that
        // is not there, one query that is refused
        assertEquals(
                Map.of(
                        "9200 > request", 32,
                        "9200 < response http 200", 22,
                        "9200 < response http 201", 8,
                        "9200 < response http 400", 1,
                        "9200 < response http 404", 1),
                kinds("opensearch"));
    }

    /** How many requests have a response, whether each response comes before the next one's. */
    private static String answered(String capture) throws IOException {
        Set<String> asked = new HashSet<>();
        int[] counts = new int[2];
        boolean[] inOrder = {true};
        Map<Long, Long> last = new HashMap<>();
        new ShardedCapture(MessageSettings.defaults(), UnaryOperator.identity())
                .run("/captures/protocols/" + capture + ".pcap.gz", sighting -> {
                    String call = sighting.connection() + " " + sighting.callId();
                    if (sighting.role() == Role.REQUEST) {
                        counts[0]++;
                        asked.add(call);
                    } else if (sighting.role() == Role.RESPONSE && asked.contains(call)) {
                        counts[1]++;
                        inOrder[0] &= last.getOrDefault(sighting.connection(), -1L) < sighting.callId();
                        last.put(sighting.connection(), sighting.callId());
                    }
                });
        return counts[1] + " of " + counts[0] + " answered" + (inOrder[0] ? " in order" : "");
    }

    @Test
    void aWebSocketIsACallAndThenMessagesOfTheirOwn() throws IOException {
        Map<String, Integer> work = work("websocket-grpc");
        assertEquals(4, work.get("9000 > request"));
        assertEquals(4, work.get("9000 < response http 101"));
        assertEquals(60, work.get("9000 > one_way"));
        assertEquals(60, work.get("9000 < one_way"));
    }

    @Test
    void wordsOfCompressedMessagesMeetThoseOfWhatTheyCause() throws IOException {
        Set<Integer> asked = new HashSet<>();
        int[] met = new int[2];
        MessageSettings settings = MessageSettings.defaults().withContent(true);
        new ShardedCapture(settings, UnaryOperator.identity())
                .run("/captures/protocols/websocket-grpc.pcap.gz", sighting -> {
                    if (sighting.destinationPort() == 8000 && sighting.role() == Role.REQUEST) {
                        addWords(sighting, asked);
                    }
                });
        new ShardedCapture(settings, UnaryOperator.identity())
                .run("/captures/protocols/websocket-grpc.pcap.gz", sighting -> {
                    boolean setup = (sighting.flags() & SightingCodec.FLAG_SETUP) != 0;
                    if (sighting.protocol() == Protocol.WEBSOCKET && !setup) {
                        met[0]++;
                        Set<Integer> words = new HashSet<>();
                        addWords(sighting, words);
                        met[1] += words.removeAll(asked) ? 1 : 0;
                    }
                });
        assertEquals(120, met[0]);
        assertTrue(met[1] >= 110, () -> met[1] + " of " + met[0]);
    }

    private static void addWords(Sighting sighting, Set<Integer> to) {
        for (int i = 0; i < SightingCodec.SIGNATURE_HASHES; i++) {
            if (sighting.signature(i) != 0) {
                to.add(sighting.signature(i));
            }
        }
    }
}
