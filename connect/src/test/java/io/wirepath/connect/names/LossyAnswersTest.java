package io.wirepath.connect.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.imports.names.NameSource;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.PTRRecord;
import org.xbill.DNS.Record;
import org.xbill.DNS.Section;

/** A name server whose network loses the first datagram of each question. */
class LossyAnswersTest {

    private static void answer(DatagramSocket socket) {
        Set<Name> lost = new HashSet<>();
        DatagramPacket packet = new DatagramPacket(new byte[512], 512);
        try {
            while (true) {
                socket.receive(packet);
                Message question = new Message(Arrays.copyOf(packet.getData(), packet.getLength()));
                Record asked = question.getQuestion();
                if (!lost.add(asked.getName())) {
                    Message answer = new Message(question.getHeader().getID());
                    answer.getHeader().setFlag(Flags.QR);
                    answer.addRecord(asked, Section.QUESTION);
                    answer.addRecord(
                            new PTRRecord(asked.getName(), DClass.IN, 60, Name.fromString("web.corp.test.")),
                            Section.ANSWER);
                    byte[] bytes = answer.toWire();
                    socket.send(new DatagramPacket(bytes, bytes.length, packet.getSocketAddress()));
                }
            }
        } catch (IOException e) {
            // closed: the test is over
        }
    }

    @Test
    void asksAgainWhereAnAnswerIsLost() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> answer(socket));
            server.setDaemon(true);
            server.start();
            NameSource.Feed feed = new DnsNames(name -> null)
                    .feeds("dns://127.0.0.1:" + socket.getLocalPort() + "/fd00::4/126")
                    .get(0);
            Map<String, String> names = new TreeMap<>();
            feed.ask((address, name, when) -> names.put(address, name));
            assertEquals(Set.of("fd00::4", "fd00::5", "fd00::6", "fd00::7"), names.keySet());
            assertEquals(Set.of("web.corp.test"), Set.copyOf(names.values()));
        }
    }
}
