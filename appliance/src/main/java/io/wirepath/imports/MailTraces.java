package io.wirepath.imports;

import io.wirepath.flows.Role;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Received headers of mail in an mbox: each is a message from one mail server to the next, with the time of the
 * receiver's clock (Project 5 §7.1.3). As there, headers without two servers or a time, and those from a generic name,
 * are passed over and counted. RFC 5321 §4.4.
 */
final class MailTraces implements TraceFormat {

    private static final Pattern HOP = Pattern.compile(
            "(?i)^from\\s+(\\S+)(?:\\s+\\(.*?\\))*.*?\\sby\\s+([^\\s;]+).*;\\s*(.+?)\\s*(?:\\([^)]*\\))?\\s*$");
    private static final Pattern FIRST_HOP =
            Pattern.compile("(?i)^(?:\\(.*?\\)\\s*)?by\\s+([^\\s;]+).*;\\s*(.+?)\\s*(?:\\([^)]*\\))?\\s*$");
    /** Names that many machines have for themselves: they would join paths that have nothing in common. */
    private static final Pattern GENERIC = Pattern.compile("(?i)\\W*(?:localhost(?:\\..*)?|unknown|127\\..*|::1)\\W*");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("[EEE, ]d MMM yyyy HH:mm[:ss] [Z][zzz]", Locale.ENGLISH);
    private static final String HEADER = "received:";
    private static final int SMTP = 25;

    @Override
    public String name() {
        return "mbox";
    }

    @Override
    public boolean recognises(String firstLine, String head) {
        return firstLine.startsWith("From ")
                || firstLine.toLowerCase(Locale.ROOT).startsWith(HEADER);
    }

    @Override
    public void prepare(TraceLines text, TraceSet set) {
        // one time of each message: nothing of clocks
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        Mail mail = new Mail(rows);
        StringBuilder header = new StringBuilder();
        long headerLine = 0;
        boolean inHeader = true;
        boolean blank = true;
        for (String line = text.next(); line != null; line = text.next()) {
            boolean separator = blank && line.startsWith("From ");
            boolean folded = inHeader && !line.isEmpty() && (line.charAt(0) == ' ' || line.charAt(0) == '\t');
            if (folded) {
                header.append(' ').append(line.strip());
            } else {
                take(header.toString(), headerLine, text, mail);
                header.setLength(0);
                if (separator) {
                    mail.end();
                    inHeader = true;
                } else if (inHeader && !line.isEmpty()) {
                    header.append(line);
                    headerLine = text.line();
                } else {
                    inHeader = false;
                }
            }
            blank = line.isEmpty();
        }
        take(header.toString(), headerLine, text, mail);
        mail.end();
    }

    private static void take(String header, long line, TraceLines text, Mail mail) {
        if (!header.toLowerCase(Locale.ROOT).startsWith(HEADER)) {
            return;
        }
        String value = header.substring(HEADER.length()).strip();
        Matcher hop = HOP.matcher(value);
        Matcher first = FIRST_HOP.matcher(value);
        try {
            if (hop.matches() && !GENERIC.matcher(hop.group(1)).matches()) {
                mail.hop(hop.group(1), hop.group(2), time(hop.group(3)));
            } else if (hop.matches() || !first.matches()) {
                mail.passOver();
            }
        } catch (DateTimeException e) {
            mail.passOver();
        } catch (IllegalArgumentException e) {
            text.passOver(line, String.valueOf(e.getMessage()));
        }
    }

    private static long time(String text) {
        return TraceTimes.of(OffsetDateTime.parse(text.replaceAll("\\s+", " ").replace("GMT", "+0000"), TIME)
                .toInstant());
    }

    /** The hops of a mail; its headers begin with the last. */
    private static final class Mail {

        private record Hop(ImportedEnd from, ImportedEnd to, long nanos) {}

        private final ImportedRows rows;
        private final List<Hop> hops = new ArrayList<>();
        private long connections;

        Mail(ImportedRows rows) {
            this.rows = rows;
        }

        void hop(String from, String to, long nanos) {
            hops.add(new Hop(server(from), server(to).at(SMTP), nanos));
        }

        /** A header that tells of no message between two servers. */
        void passOver() {
            rows.passOver();
        }

        private static ImportedEnd server(String text) {
            String name = text.replaceAll("[()<>;,]", "").toLowerCase(Locale.ROOT);
            return ImportedEnd.parse(name.startsWith("[") ? name.replaceAll("[\\[\\]]", "") : name);
        }

        void end() {
            for (int i = hops.size() - 1; i >= 0; i--) {
                Hop hop = hops.get(i);
                int port = ImportedEnd.portOf(connections);
                rows.add(ImportedMessage.of(
                        hop.nanos, hop.nanos, hop.from.at(port), hop.to, connections++, Role.ONE_WAY, 1, 0));
            }
            hops.clear();
        }
    }
}
