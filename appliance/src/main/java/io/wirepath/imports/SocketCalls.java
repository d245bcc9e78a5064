package io.wirepath.imports;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Calls on sockets as the slides of WAP5 print what LibSockCap traced: of one process in a file, or of several, each
 * below its name.
 *
 * <pre>
 *   client                                            server
 *   pid=5040                                          pid=8712
 *   bind(fd=6, addr={15.1.2.3:33250})                 bind(fd=4, addr={16.5.6.7:80})
 *   connect(fd=6, addr={16.5.6.7:80})                 accept(lfd=4, addr={15.1.2.3:33250}) = 5
 *   send(fd=6, len=10, time=0.592)                    recv(fd=5, len=10, time=0.852)
 * </pre>
 *
 * <p>{@code sendto} and {@code recvfrom} of a datagram socket have the other end as {@code addr}.
 */
final class SocketCalls extends SocketText {

    private static final Pattern CALL = Pattern.compile("(\\w+)\\((l?fd=\\d+(?:, *\\w+=[^,)]+)*)\\)(?: *= *(-?\\d+))?");
    private static final Pattern ARGUMENT = Pattern.compile("(\\w+)=\\{?([^,)}]+)}?");
    private static final Pattern PROCESS = Pattern.compile("pid *= *(\\d+)");
    private static final Pattern NAME = Pattern.compile("[\\w.-]+");
    private static final String ANYWHERE = "0.0.0.0:0";

    @Override
    public String name() {
        return "calls on sockets";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        return head.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .limit(3)
                .anyMatch(line -> CALL.matcher(line).matches());
    }

    @Override
    void gather(TraceLines text, SocketEvents sockets) throws IOException {
        Traced process = new Traced(sockets.begin(text.file(), text.sniffer()), "0");
        String name = text.sniffer();
        for (@Nullable String line = text.next(); line != null; line = text.next()) {
            String told = line.strip();
            Matcher call = CALL.matcher(told);
            Matcher number = PROCESS.matcher(told);
            if (number.matches()) {
                process = new Traced(sockets.begin(text.file(), name), number.group(1));
                process.events.onProgram(number.group(1), name);
            } else if (call.matches()) {
                try {
                    process.take(call);
                } catch (IllegalArgumentException e) {
                    text.passOver(String.valueOf(e.getMessage()));
                }
            } else if (NAME.matcher(told).matches()) {
                name = told;
            } else if (!told.isEmpty() && !told.equals("•")) {
                text.passOver("no call such as send(fd=6, len=10, time=0.592)");
            }
        }
    }

    /** A process, and what its descriptors are. */
    private static final class Traced {

        private final SocketEvents.TracedFile events;
        private final String process;
        private final Map<String, String> locals = new HashMap<>();
        private final Map<String, String> remotes = new HashMap<>();

        private Traced(SocketEvents.TracedFile events, String process) {
            this.events = events;
            this.process = process;
        }

        void take(Matcher call) {
            Map<String, String> arguments = new LinkedHashMap<>();
            Matcher argument = ARGUMENT.matcher(call.group(2));
            while (argument.find()) {
                arguments.put(argument.group(1), argument.group(2).strip());
            }
            String descriptor = arguments.getOrDefault("fd", arguments.getOrDefault("lfd", ""));
            String address = arguments.get("addr");
            String name = call.group(1);
            if (name.equals("bind") && address != null) {
                locals.put(descriptor, address);
            } else if (name.equals("connect") && address != null) {
                remotes.put(descriptor, address);
            } else if (name.startsWith("accept") && address != null && call.group(3) != null) {
                locals.put(call.group(3), locals.getOrDefault(descriptor, ANYWHERE));
                remotes.put(call.group(3), address);
            } else if (arguments.containsKey("len") && arguments.containsKey("time")) {
                bytes(name, descriptor, arguments, address);
            }
        }

        private void bytes(String name, String descriptor, Map<String, String> arguments, @Nullable String address) {
            boolean sends = name.startsWith("send") || name.startsWith("write");
            long length = Long.parseLong(arguments.getOrDefault("len", "0"));
            String remote = address == null ? remotes.get(descriptor) : address;
            if (remote == null) {
                throw new IllegalArgumentException("nothing tells who is at the other end of fd " + descriptor);
            }
            String local = locals.getOrDefault(descriptor, ANYWHERE);
            if (length > 0) {
                events.onBytes(
                        process,
                        new SocketHalf.Ends(local, remote),
                        null,
                        sends,
                        length,
                        TraceTimes.parse(arguments.getOrDefault("time", "")),
                        address == null,
                        0);
            }
        }
    }
}
