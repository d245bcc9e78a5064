package io.wirepath.imports;

import java.io.IOException;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What processes did with their sockets, as {@code strace -f -ttt -T -yy -e trace=network,read,write,…} writes it:
 * WAP5's LibSockCap (§4) without a library. A node is a process, on the loopback too.
 *
 * <pre>
 *   PID 1795244718.000001 write(5&lt;TCP:[10.0.0.1:4011-&gt;10.0.0.2:80]&gt;, "GET / HT"..., 78) = 78 &lt;0.000021&gt;
 *   PID 1795244718.000010 recvfrom(7&lt;TCP:[…]&gt;,  &lt;unfinished ...&gt;
 *   PID 1795244718.000090 &lt;... recvfrom resumed&gt;"GET / HT"..., 4096, 0, NULL, NULL) = 78 &lt;0.000080&gt;
 * </pre>
 *
 * <p>A thread is part of the process that cloned it; a forked child is a node of its own.
 */
final class SocketTraces extends SocketText {

    private static final Pattern LINE = Pattern.compile(
            "^(?:\\[pid +(\\d+)] |(\\d+) +)? *(\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{3,9})?|\\d+\\.\\d{3,9}|\\d{9,})"
                    + "(?: \\(\\+ *\\d+(?:\\.\\d+)?\\))? (.*)$");
    private static final Pattern CALL = Pattern.compile(
            "^(\\w+)\\((\\d+)?(?:<(TCP|TCPv6|UDP|UDPv6|UNIX[-A-Z]*):\\[([^\\]]*(?:]:[^\\]]*)*)]>)?(.*)$");
    /** A datagram socket that is not connected: bound, or not even that. */
    private static final Pattern BOUND = Pattern.compile("(?:(.+:\\d+)|\\d+)");
    /** The other end, in the arguments. */
    private static final Pattern PEER =
            Pattern.compile("sin6?_port=htons\\((\\d+)\\),[^}]*?(?:inet_addr\\(|inet_pton\\(AF_INET6, )\""
                    + "(?:::ffff:(?=\\d+\\.))?([^\"]+)\"");

    private static final Pattern OF_MANY = Pattern.compile("msg_hdr=\\{(.*?)\\}, msg_len=(\\d+)\\}");
    private static final Pattern SHOWN = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*+)\"");
    private static final Pattern RESULT = Pattern.compile("\\) += (-?\\d+)(?:<[^>]*>)?[^<]*(?:<(\\d+\\.\\d+)>)?$");
    private static final Pattern RESUMED = Pattern.compile("^<\\.\\.\\. (\\w+) resumed>(.*)$");
    private static final Pattern PROGRAM = Pattern.compile("^\\(?\"([^\"]+)\".*");
    private static final Pattern ENDS = Pattern.compile("(.+:\\d+)->(.+:\\d+)");
    private static final Pattern UNIX_ENDS = Pattern.compile("(\\d+)(?:->(\\d+))?(,.*)?");
    private static final Pattern OF_THREAD = Pattern.compile("(.*)\\.(\\d{2,})");
    private static final String UNFINISHED = "<unfinished ...>";
    private static final long SECOND = 1_000_000_000L;
    private static final String SENDS = "|write|send|sendto|sendmsg|sendmmsg|writev|sendfile|sendfile64|";
    private static final String RECEIVES = "|read|recv|recvfrom|recvmsg|recvmmsg|readv|";

    @Override
    public String name() {
        return "strace";
    }

    @Override
    public String empty() {
        return "nothing was written to sockets or read from them; record with strace -f -ttt -T -yy"
                + " -e trace=network,read,write,readv,writev,clone,clone3,fork,vfork,execve";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        Matcher line = LINE.matcher(firstLine);
        return line.matches() && line.group(4).matches("(?:\\w+\\(|<\\.\\.\\. |\\+\\+\\+ |--- ).*");
    }

    /** A file of {@code strace -ff} is named after the thread that it is of. */
    @Override
    void gather(TraceLines text, SocketEvents sockets) throws IOException {
        Matcher ofThread = OF_THREAD.matcher(text.sniffer());
        SocketEvents.TracedFile events =
                sockets.begin(text.file(), ofThread.matches() ? ofThread.group(1) : text.sniffer());
        String own = ofThread.matches() ? ofThread.group(2) : "0";
        Map<String, String> unfinished = new HashMap<>();
        Map<String, Long> begun = new HashMap<>();
        Unbound unbound = new Unbound();
        LineTimes times = new LineTimes();
        text.each(line -> {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                times.until(take(matcher, times.nanos(matcher.group(3)), own, events, unfinished, begun, unbound));
            } else {
                text.passOver("no line of strace -f -ttt: PID SECONDS.MICROS CALL(…) = RESULT");
            }
        });
        unbound.giveUp();
        if (times.isRounded) {
            sockets.onRounded(text.file());
        }
    }

    /** What was sent from sockets before the system bound them to a port; a later line of the same socket tells it. */
    private static final class Unbound {

        private record Socket(TracedProcess process, String descriptor) {}

        private final Map<Socket, List<Consumer<String>>> waiting = new LinkedHashMap<>();

        void add(TracedProcess process, String descriptor, Consumer<String> bytes) {
            waiting.computeIfAbsent(new Socket(process, descriptor), unseen -> new ArrayList<>())
                    .add(bytes);
        }

        void onBound(TracedProcess process, String descriptor, String local) {
            List<Consumer<String>> known = waiting.remove(new Socket(process, descriptor));
            if (known != null) {
                known.forEach(bytes -> bytes.accept(local));
            }
        }

        void giveUp() {
            waiting.values().forEach(list -> list.forEach(bytes -> bytes.accept("0.0.0.0:0")));
        }
    }

    /**
     * The time of each line: since the epoch ({@code -ttt}); of the day ({@code -tt}, {@code -t}), the first of which
     * is that of 1970; or since the line before ({@code -r}), the first of which is at the epoch. Of times that are
     * rounded a line is no earlier than the call of the line before had ended, which {@code -T} tells, and 1 µs.
     */
    private static final class LineTimes {

        private static final int EPOCH_DIGITS = 9;
        private static final long DAY = 86_400 * SECOND;
        private static final long MICRO = 1_000;

        /** A point and three digits: what is not finer is rounded. */
        private static final int MILLIS_DIGITS = 4;

        /** A clock that is set back further than a rounded time tells begins anew. */
        private static final long MAX_ROUNDED = 2 * SECOND;

        private long lastNanos;
        private boolean isRounded;

        /** The call of the line that was told last had ended then. */
        void until(long endNanos) {
            lastNanos = isRounded ? Math.max(lastNanos, endNanos) : lastNanos;
        }

        long nanos(String time) {
            int digits = time.indexOf('.') < 0 ? time.length() : time.indexOf('.');
            boolean isOfDay = time.indexOf(':') > 0;
            if (!isOfDay && digits < EPOCH_DIGITS) {
                lastNanos = TraceTimes.later(lastNanos, TraceTimes.in(time, SECOND));
                return lastNanos;
            }
            long nanos = isOfDay ? ofDay(LocalTime.parse(time).toNanoOfDay()) : TraceTimes.in(time, SECOND);
            isRounded = time.length() - digits <= MILLIS_DIGITS;
            lastNanos = isRounded && nanos > lastNanos - MAX_ROUNDED ? Math.max(nanos, lastNanos + MICRO) : nanos;
            return lastNanos;
        }

        private long ofDay(long nanos) {
            long today = lastNanos / DAY * DAY + nanos;
            return today < lastNanos - DAY / 2 ? today + DAY : today;
        }
    }

    /** Takes a line, and tells when its call had ended; {@code own} is its thread where it names none. */
    private static long take(
            Matcher matcher,
            long nanos,
            String own,
            SocketEvents.TracedFile events,
            Map<String, String> unfinished,
            Map<String, Long> begun,
            Unbound unbound) {
        String thread = matcher.group(1) != null ? matcher.group(1) : matcher.group(2) == null ? own : matcher.group(2);
        String call = matcher.group(4);
        Matcher resumed = RESUMED.matcher(call);
        if (call.endsWith(UNFINISHED)) {
            unfinished.put(thread, call.substring(0, call.length() - UNFINISHED.length()));
            begun.put(thread, nanos);
            return nanos;
        } else if (resumed.matches()) {
            String whole = unfinished.remove(thread) + resumed.group(2);
            Long begin = begun.remove(thread);
            return take(events, thread, begin == null ? nanos : begin, nanos, whole, unbound);
        }
        return take(events, thread, nanos, nanos, call, unbound);
    }

    /** Takes a system call that the trace sees until {@code endNanos} at least, and tells when it had ended. */
    private static long take(
            SocketEvents.TracedFile events,
            String thread,
            long beginNanos,
            long endNanos,
            String call,
            Unbound unbound) {
        Matcher matcher = CALL.matcher(call);
        Matcher result = RESULT.matcher(call);
        if (!matcher.matches() || !result.find()) {
            return endNanos;
        }
        long value = Long.parseLong(result.group(1));
        String name = matcher.group(1);
        long took = result.group(2) == null ? 0 : TraceTimes.in(result.group(2), SECOND);
        long end = Math.max(endNanos, TraceTimes.later(beginNanos, took));
        Matcher program = PROGRAM.matcher(matcher.group(5));
        if (name.equals("execve") && value == 0 && program.matches()) {
            events.onProgram(thread, program.group(1));
        } else if (name.startsWith("clone") && value > 0) {
            boolean isThread = call.contains("CLONE_THREAD");
            events.onClone(thread, Long.toString(value), isThread);
        } else if (name.contains("fork") && value > 0) {
            events.onClone(thread, Long.toString(value), false);
        } else if (matcher.group(4) != null && value > 0) {
            Bytes bytes = new Bytes(thread, name, matcher.group(3), value, beginNanos, end, matcher.group(5));
            takeBytes(events, bytes, matcher.group(2), matcher.group(4), unbound);
        }
        return end;
    }

    /** A system call that moved bytes. */
    private record Bytes(
            String thread, String name, String kind, long count, long beginNanos, long endNanos, String arguments) {

        boolean sends() {
            return SENDS.contains('|' + name + '|');
        }

        boolean moves() {
            return sends() || RECEIVES.contains('|' + name + '|');
        }

        void between(SocketEvents.TracedFile events, String local, String remote) {
            events.onBytes(
                    thread,
                    new SocketHalf.Ends(local, remote),
                    null,
                    sends(),
                    count,
                    sends() ? beginNanos : endNanos,
                    kind.startsWith("TCP"),
                    shown());
        }

        /** What the line shows of a datagram. */
        private int shown() {
            Matcher text = SHOWN.matcher(arguments);
            return text.find() ? text.group(1).hashCode() : 0;
        }

        /** The datagrams of a call that moves many; else the call. */
        List<Bytes> each() {
            List<Bytes> each = new ArrayList<>();
            Matcher one = OF_MANY.matcher(name.contains("mmsg") ? arguments : "");
            while (one.find() && each.size() < count) {
                each.add(new Bytes(
                        thread, name, kind, Long.parseLong(one.group(2)), beginNanos, endNanos, one.group(1)));
            }
            return each.isEmpty() ? List.of(this) : each;
        }
    }

    private static void takeBytes(
            SocketEvents.TracedFile events, Bytes all, String descriptor, String ends, Unbound unbound) {
        Matcher inet = ENDS.matcher(ends);
        Matcher unix = UNIX_ENDS.matcher(ends);
        Matcher bound = BOUND.matcher(ends);
        for (Bytes bytes : all.moves() ? all.each() : List.<Bytes>of()) {
            if (bytes.kind.startsWith("UNIX") && unix.matches()) {
                boolean stream = !bytes.kind.contains("DGRAM");
                String remote = unix.group(2) == null ? SocketHalf.Ends.NOT_ACCEPTED : "unix:" + unix.group(2);
                SocketHalf.Ends pair = new SocketHalf.Ends("unix:" + unix.group(1), remote);
                long time = bytes.sends() ? bytes.beginNanos : bytes.endNanos;
                events.onBytes(bytes.thread, pair, unix.group(3), bytes.sends(), bytes.count, time, stream, 0);
            } else if (inet.matches()) {
                bytes.between(events, inet.group(1), inet.group(2));
            } else if (bytes.kind.startsWith("UDP") && bound.matches()) {
                unconnected(events, bytes, descriptor, bound.group(1), unbound);
            }
        }
    }

    /** WAP5 §4: of a socket that is not connected, the call's arguments tell the other end. */
    private static void unconnected(
            SocketEvents.TracedFile events, Bytes bytes, String descriptor, @Nullable String local, Unbound unbound) {
        Matcher peer = PEER.matcher(bytes.arguments);
        TracedProcess process = events.process(bytes.thread);
        if (local != null) {
            unbound.onBound(process, descriptor, local);
        }
        if (peer.find()) {
            String address = peer.group(2).indexOf(':') < 0 ? peer.group(2) : "[" + peer.group(2) + "]";
            String remote = address + ":" + peer.group(1);
            if (local == null) {
                unbound.add(process, descriptor, known -> bytes.between(events, known, remote));
            } else {
                bytes.between(events, local, remote);
            }
        }
    }
}
