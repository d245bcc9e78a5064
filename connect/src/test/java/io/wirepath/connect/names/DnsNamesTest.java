package io.wirepath.connect.names;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.wirepath.imports.names.NameSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against BIND, where it is installed. */
class DnsNamesTest {

    private static final Path NAMED = Path.of("/usr/sbin/named");
    private static final String KEY =
            "key \"wirepath\" { algorithm hmac-sha256; secret \"c2VjcmV0LW9mLXRoZS10ZXN0\"; };\n";

    @TempDir
    private static Path directory;

    @SuppressWarnings("NullAway.Init") // null where there is no BIND, and then no test runs
    private static Process named;

    private static int port;

    @BeforeAll
    static void start() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(NAMED), "BIND is not installed");
        port = freePort();
        String zone = "$TTL 600\n@ SOA ns hostmaster 1 7200 900 86400 600\n@ NS ns\nns A 127.0.0.1\n";
        Files.writeString(directory.resolve("corp"), zone + "web1 A 10.0.0.11\ndb AAAA 2001:db8::5\nwww CNAME web1\n");
        Files.writeString(
                directory.resolve("reverse"),
                zone.replace("NS ns\nns A 127.0.0.1", "NS ns.corp.test.") + "7 PTR cache.corp.test.\n");
        Files.writeString(directory.resolve("key"), KEY);
        Files.writeString(directory.resolve("named.conf"), conf());
        named = new ProcessBuilder(
                        NAMED.toString(),
                        "-g",
                        "-c",
                        directory.resolve("named.conf").toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader log = new BufferedReader(new InputStreamReader(named.getInputStream(), UTF_8));
        StringBuilder said = new StringBuilder();
        String line = log.readLine();
        while (line != null && !line.endsWith(" running")) {
            said.append(line).append('\n');
            line = log.readLine();
        }
        assertTrue(line != null, said::toString);
    }

    private static String conf() {
        return KEY + """
                options {
                  directory "DIR"; pid-file none; session-keyfile none; recursion no; dnssec-validation no;
                  listen-on port PORT { 127.0.0.1; }; listen-on-v6 { none; };
                };
                controls {};
                zone "corp.test" { type primary; file "corp"; allow-transfer { any; }; };
                zone "closed.test" { type primary; file "corp"; allow-transfer { key wirepath; }; };
                zone "0.0.10.in-addr.arpa" { type primary; file "reverse"; allow-transfer { none; }; };
                """.replace("DIR", directory.toString()).replace("PORT", String.valueOf(port));
    }

    private static int freePort() throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        try (ServerSocket tcp = new ServerSocket(0, 1, here);
                DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), here)) {
            return udp.getLocalPort();
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        if (named != null) {
            named.destroy();
            named.waitFor(10, TimeUnit.SECONDS);
        }
    }

    private static Map<String, String> asked(String what, Map<String, String> variables) throws IOException {
        Map<String, String> names = new TreeMap<>();
        NameSource.Feed feed = new DnsNames(variables::get)
                .feeds("dns://127.0.0.1:" + port + "/" + what)
                .get(0);
        feed.ask((address, name, when) -> names.put(address, name));
        return names;
    }

    @Test
    void takesAZone() throws IOException {
        assertEquals(
                Map.of("10.0.0.11", "web1.corp.test", "2001:db8::5", "db.corp.test", "127.0.0.1", "ns.corp.test"),
                asked("corp.test", Map.of()));
    }

    @Test
    void showsAKeyWhereOneIsAskedFor() throws IOException {
        IOException refused = assertThrows(IOException.class, () -> asked("closed.test", Map.of()));
        assertTrue(refused.getMessage().contains("REFUSED"), refused::getMessage);
        Map<String, String> names = asked(
                "closed.test",
                Map.of("WIREPATH_DNS_KEY_FILE", directory.resolve("key").toString()));
        assertEquals("web1.closed.test", names.get("10.0.0.11"));
    }

    @Test
    void asksForTheNameOfEachAddressOfAPrefix() throws IOException {
        assertEquals(Map.of("10.0.0.7", "cache.corp.test"), asked("10.0.0.0/24", Map.of()));
    }

    @Test
    void saysWhatTheServerDoesNotKnow() {
        IOException refused = assertThrows(IOException.class, () -> asked("192.0.2.0/30", Map.of()));
        assertEquals("answers REFUSED", refused.getMessage());
    }

    @Test
    void asksForNoPrefixThatIsTooLarge() {
        assertThrows(IllegalArgumentException.class, () -> asked("10.0.0.0/8", Map.of()));
        assertThrows(IllegalArgumentException.class, () -> asked("corp.test/24", Map.of()));
    }
}
