package io.wirepath.appliance.serve.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A message of syslog about a problem. Its header holds nothing that a packet says; its text is that of a form, in
 * UTF-8, of pieces that are cut so that a message stays within {@value #MAX_OCTETS} octets, which is what receivers
 * commonly take, with the address of a page of up to 500.
 *
 * <p>Source: RFC 5424, 6.
 */
final class SyslogMessage {

    /** Octets of a message, at most. */
    static final int MAX_OCTETS = 8192;

    private static final int LOCAL0 = 16 * 8;
    private static final int ERROR = 3;
    private static final int WARNING = 4;
    private static final int NOTICE = 5;
    private static final int MAX_HOST = 255;
    private static final int SHORT = 64;
    private static final int LONG = 384;
    private static final int DETAIL = 768;

    private SyslogMessage() {}

    /**
     * The message.
     *
     * @param host the name of this machine
     * @param page address of the service's page
     * @param nowNanos the time of day
     */
    static String of(News told, AlertForm form, String host, String page, long nowNanos) {
        News bounded = new News(bounded(told.finding()), told.stage(), told.againNanos());
        String name = host.replaceAll("[^!-~]", "");
        return "<" + (LOCAL0 + severity(told)) + ">1 "
                + Instant.ofEpochSecond(0, nowNanos).truncatedTo(ChronoUnit.MICROS) + " "
                + (name.isEmpty() ? "-" : name.substring(0, Math.min(MAX_HOST, name.length()))) + " wirepath "
                + ProcessHandle.current().pid() + " " + AlertForm.what(told) + " - "
                + form.body(bounded, page, nowNanos);
    }

    private static int severity(News told) {
        if (told.stage() == Stage.ENDED) {
            return NOTICE;
        }
        return told.finding().path("severity").asText().equals("problem") ? ERROR : WARNING;
    }

    /** A copy whose texts are of one line each, and not longer than they may be. */
    private static ObjectNode bounded(JsonNode finding) {
        ObjectNode copy = finding.deepCopy();
        copy.put("id", cut(finding.path("id").asText(), SHORT));
        copy.put("kind", cut(finding.path("kind").asText(), SHORT));
        copy.put("title", cut(finding.path("title").asText(), LONG));
        copy.put("detail", cut(finding.path("detail").asText(), DETAIL));
        copy.putObject("incident")
                .put("suffers", cut(finding.path("incident").path("suffers").asText(), LONG));
        nodes(finding.path("nodes"), copy.putArray("nodes"));
        return copy;
    }

    /** As many names as there is room for, and how many more there are. */
    private static void nodes(JsonNode all, ArrayNode to) {
        int room = LONG;
        for (JsonNode node : all) {
            String name = cut(node.asText(), SHORT);
            room -= name.length() + 1;
            if (room < 0) {
                to.add("… " + (all.size() - to.size()) + " more");
                return;
            }
            to.add(name);
        }
    }

    private static String cut(String text, int most) {
        String plain = AlertForm.plain(text);
        if (plain.length() <= most) {
            return plain;
        }
        int end = most - 1;
        return plain.substring(0, Character.isHighSurrogate(plain.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
