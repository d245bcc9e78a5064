package io.wirepath.sniffer.live.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * A client and a server at a bridge that learns no addresses, so that its third port shows all that passes.
 *
 * <pre>
 *   client ns            switch ns                server ns
 *   10.77.0.1  c0 ═════ c1 ─ bridge ─ s1 ═════ s0  10.77.0.2
 *   fd77::1              │ flooded                 fd77::2
 *                        m1 ═════ mirror()         root namespace, where the test captures
 * </pre>
 */
public final class MirroredNet {

    private static final String FILE_OF_100_KB = "x".repeat(100_000);

    private final Lab lab;
    private final String client;
    private final String server;
    private final String mirror;

    /** Builds it in a lab. */
    public MirroredNet(Lab lab) {
        this.lab = lab;
        client = lab.namespace("client");
        server = lab.namespace("server");
        String bridge = lab.namespace("switch");
        mirror = lab.link("m");
        lab.in(bridge, "ip", "link", "add", "br0", "type", "bridge", "ageing_time", "0");
        lab.in(bridge, "ip", "link", "set", "br0", "up");
        lab.pair("c0", client, "c1", bridge);
        lab.pair("s0", server, "s1", bridge);
        lab.pair(mirror, "", "m1", bridge);
        for (String port : List.of("c1", "s1", "m1")) {
            lab.in(bridge, "ip", "link", "set", port, "master", "br0");
        }
        lab.address(client, "c0", "10.77.0.1/24");
        lab.address(client, "c0", "fd77::1/64");
        lab.address(server, "s0", "10.77.0.2/24");
        lab.address(server, "s0", "fd77::2/64");
    }

    /** Namespace of the client. */
    public String client() {
        return client;
    }

    /** Namespace of the server. */
    public String server() {
        return server;
    }

    /** The interface in the root namespace at which all frames arrive. */
    public String mirror() {
        return mirror;
    }

    /** Gives the client further addresses: 10.77.0.101 and fd77::101 and so on. */
    public void addClients(int count) {
        for (int i = 1; i <= count; i++) {
            lab.address(client, "c0", "10.77.0.%d/24".formatted(100 + i));
            lab.address(client, "c0", "fd77::%d/64".formatted(100 + i));
        }
    }

    /** Starts nginx, redis and dnsmasq; gives a shell command for each kind of question to them. */
    public List<String> startServers() throws IOException {
        Path folder = lab.folder();
        Files.writeString(folder.resolve("big"), FILE_OF_100_KB);
        Path nginx = Files.writeString(folder.resolve("nginx.conf"), """
                daemon off; pid nginx.pid; error_log stderr notice; user root;
                events {}
                http { access_log off; server { listen 80; listen [::]:80; root %s; } }
                """.formatted(folder));
        lab.start(server, "start worker process", "nginx", "-p", folder.toString(), "-c", nginx.toString());
        lab.start(
                server,
                "eady to accept connections",
                "redis-server",
                "--port",
                "6379",
                "--bind",
                "10.77.0.2",
                "--save",
                "",
                "--protected-mode",
                "no");
        lab.start(
                server,
                "started",
                "dnsmasq",
                "--no-daemon",
                "--no-resolv",
                "--no-hosts",
                "--conf-file=/dev/null",
                "--listen-address=10.77.0.2",
                "--bind-interfaces",
                "--address=/shop.test/10.77.0.9",
                "--user=root",
                "--pid-file=");
        return List.of(
                "exec 3<>/dev/tcp/10.77.0.2/80; printf 'GET /big HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3 | tail -c 5",
                "exec 3<>/dev/tcp/fd77::2/80; printf 'GET /big HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3 | tail -c 5",
                "exec 3<>/dev/tcp/10.77.0.2/6379; printf 'SET a 1\\r\\nGET a\\r\\nQUIT\\r\\n' >&3; cat <&3",
                "exec 3<>/dev/udp/10.77.0.2/53; printf '\\x12\\x34\\x01\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00"
                        + "\\x04shop\\x04test\\x00\\x00\\x01\\x00\\x01' >&3; head -c 12 <&3 | wc -c");
    }

    /** Asks a server from the client. */
    public void ask(String shell) {
        lab.in(client, "bash", "-c", shell);
    }

    /** Lets a datagram pass whose payload is this. */
    public void mark(String text) {
        ask("printf " + text + " > /dev/udp/10.77.0.2/9");
    }

    /** Lets such a datagram pass, and waits until tcpdump has written it: what passed before is in the file then. */
    public void mark(String text, Path file) {
        mark(text);
        Lab.await(() -> holds(file, text), () -> "tcpdump does not write " + text);
    }

    private static boolean holds(Path file, String text) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts tcpdump at the mirror port. */
    public Process tcpdump(Path file, String... more) {
        String[] command = Stream.concat(
                        Stream.of(
                                "tcpdump",
                                "-i",
                                mirror,
                                "-w",
                                file.toString(),
                                "-U",
                                "--nano",
                                "-B",
                                "16384",
                                "-Z",
                                "root"),
                        Arrays.stream(more))
                .toArray(String[]::new);
        return lab.start("", "listening on", command);
    }
}
