package io.wirepath.imports;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What processes did with their sockets, as {@code strace -f -ttt -T -yy -e trace=network,read,write,…} writes it:
 * WAP5's LibSockCap (§4) without a library. A node is a process, on the loopback too.
 *
 * <pre>
 *   PID 1795244718.000001 write(5&lt;TCP:[127.0.0.1:40112-&gt;127.0.0.1:8080]&gt;, "GET / HT"..., 78) = 78 &lt;0.000021&gt;
 *   PID 1795244718.000010 recvfrom(7&lt;TCP:[…]&gt;,  &lt;unfinished ...&gt;
 *   PID 1795244718.000090 &lt;... recvfrom resumed&gt;"GET / HT"..., 4096, 0, NULL, NULL) = 78 &lt;0.000080&gt;
 * </pre>
 *
 * <p>A thread is part of the process that cloned it; a forked child is a node of its own.
 */
final class SocketTraces implements TraceFormat {

    private static final Pattern LINE = Pattern.compile("^(?:\\[pid +(\\d+)] |(\\d+) +)?(\\d{9,}\\.\\d{6,9}) (.*)$");
    private static final Pattern CALL = Pattern.compile(
            "^(\\w+)\\((\\d+)?(?:<(TCP|TCPv6|UDP|UDPv6|UNIX[-A-Z]*):\\[([^\\]]*(?:]:[^\\]]*)*)]>)?(.*)$");
    private static final Pattern RESULT = Pattern.compile("\\) += (-?\\d+)(?:<[^>]*>)?[^<]*(?:<(\\d+\\.\\d+)>)?$");
    private static final Pattern RESUMED = Pattern.compile("^<\\.\\.\\. (\\w+) resumed>(.*)$");
    private static final Pattern PROGRAM = Pattern.compile("^\\(?\"([^\"]+)\".*");
    private static final Pattern ENDS = Pattern.compile("(.+:\\d+)->(.+:\\d+)");
    private static final Pattern UNIX_ENDS = Pattern.compile("(\\d+)(?:->(\\d+))?(,.*)?");
    private static final Pattern OF_THREAD = Pattern.compile("(.*)\\.(\\d{2,})");
    private static final String UNFINISHED = "<unfinished ...>";
    private static final long SECOND = 1_000_000_000L;
    private static final String SENDS = "|write|send|sendto|sendmsg|writev|sendfile|sendfile64|";
    private static final String RECEIVES = "|read|recv|recvfrom|recvmsg|readv|";

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

    @Override
    public void prepare(TraceLines text, TraceSet set) throws IOException {
        gather(text, set.sockets());
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        if (!set.sockets().knows(text.file())) {
            gather(text, set.sockets());
        }
        set.sockets().write(text.file(), rows);
    }

    /** A file of {@code strace -ff} is named after the thread that it is of. */
    private static void gather(TraceLines text, SocketEvents sockets) throws IOException {
        Matcher ofThread = OF_THREAD.matcher(text.sniffer());
        SocketEvents.TracedFile events =
                sockets.begin(text.file(), ofThread.matches() ? ofThread.group(1) : text.sniffer());
        String own = ofThread.matches() ? ofThread.group(2) : "0";
        Map<String, String> unfinished = new HashMap<>();
        Map<String, Long> begun = new HashMap<>();
        for (String line = text.next(); line != null; line = text.next()) {
            if (line.isBlank()) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                text.passOver("no line of strace -f -ttt: PID SECONDS.MICROS CALL(…) = RESULT");
                continue;
            }
            try {
                take(matcher, own, events, unfinished, begun);
            } catch (IllegalArgumentException e) {
                text.passOver(String.valueOf(e.getMessage()));
            }
        }
    }

    /** Takes a line; {@code own} is its thread where it names none. */
    private static void take(
            Matcher matcher,
            String own,
            SocketEvents.TracedFile events,
            Map<String, String> unfinished,
            Map<String, Long> begun) {
        String thread = matcher.group(1) != null ? matcher.group(1) : matcher.group(2) == null ? own : matcher.group(2);
        long nanos = TraceTimes.in(matcher.group(3), SECOND);
        String call = matcher.group(4);
        Matcher resumed = RESUMED.matcher(call);
        if (call.endsWith(UNFINISHED)) {
            unfinished.put(thread, call.substring(0, call.length() - UNFINISHED.length()));
            begun.put(thread, nanos);
        } else if (resumed.matches()) {
            String whole = unfinished.remove(thread) + resumed.group(2);
            Long begin = begun.remove(thread);
            take(events, thread, begin == null ? nanos : begin, nanos, whole);
        } else {
            take(events, thread, nanos, ImportedMessage.UNKNOWN, call);
        }
    }

    /** Takes a system call; {@code endNanos} is unknown where call and result are in one line. */
    private static void take(
            SocketEvents.TracedFile events, String thread, long beginNanos, long endNanos, String call) {
        Matcher matcher = CALL.matcher(call);
        Matcher result = RESULT.matcher(call);
        if (!matcher.matches() || !result.find()) {
            return;
        }
        long value = Long.parseLong(result.group(1));
        String name = matcher.group(1);
        long took = result.group(2) == null ? 0 : TraceTimes.in(result.group(2), SECOND);
        long end = endNanos == ImportedMessage.UNKNOWN ? beginNanos + took : Math.max(endNanos, beginNanos + took);
        Matcher program = PROGRAM.matcher(matcher.group(5));
        if (name.equals("execve") && value == 0 && program.matches()) {
            events.onProgram(thread, program.group(1));
        } else if (name.startsWith("clone") && value > 0) {
            boolean isThread = call.contains("CLONE_THREAD");
            events.onClone(thread, Long.toString(value), isThread);
        } else if (name.contains("fork") && value > 0) {
            events.onClone(thread, Long.toString(value), false);
        } else if (matcher.group(4) != null && value > 0) {
            takeBytes(events, thread, name, matcher.group(3), matcher.group(4), value, beginNanos, end);
        }
    }

    private static void takeBytes(
            SocketEvents.TracedFile events,
            String thread,
            String name,
            String kind,
            String ends,
            long bytes,
            long begin,
            long end) {
        boolean sends = SENDS.contains('|' + name + '|');
        boolean receives = RECEIVES.contains('|' + name + '|');
        Matcher inet = ENDS.matcher(ends);
        Matcher unix = UNIX_ENDS.matcher(ends);
        if (!sends && !receives) {
            return;
        }
        long time = sends ? begin : end;
        if (kind.startsWith("UNIX") && unix.matches()) {
            boolean stream = !kind.contains("DGRAM");
            String remote = unix.group(2) == null ? SocketHalf.Ends.NOT_ACCEPTED : "unix:" + unix.group(2);
            SocketHalf.Ends pair = new SocketHalf.Ends("unix:" + unix.group(1), remote);
            events.onBytes(thread, pair, unix.group(3), sends, bytes, time, stream);
        } else if (inet.matches()) {
            SocketHalf.Ends pair = new SocketHalf.Ends(inet.group(1), inet.group(2));
            events.onBytes(thread, pair, null, sends, bytes, time, kind.startsWith("TCP"));
        }
    }
}
