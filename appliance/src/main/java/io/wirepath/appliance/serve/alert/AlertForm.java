package io.wirepath.appliance.serve.alert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.wirepath.appliance.serve.FindingLog;
import io.wirepath.appliance.serve.FindingLog.News;
import io.wirepath.appliance.serve.FindingLog.Stage;
import io.wirepath.pipeline.Version;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The forms in which a receiver of alerts takes them. */
public enum AlertForm {
    /**
     * Alerts of Prometheus' Alertmanager ({@code POST /api/v2/alerts}). One that is open is told with each window, as
     * Prometheus does, and holds on for some windows more; one of which there is no evidence any more holds on for a
     * day, for silence is no end. It is known by its labels, so none of them changes.
     */
    ALERTMANAGER("application/json", true) {
        @Override
        String body(News told, String page, long nowNanos) {
            JsonNode finding = told.finding();
            ObjectNode alert = JSON.objectNode();
            alert.putObject("labels")
                    .put("alertname", "WirepathProblem")
                    .put("severity", finding.path("severity").asText().equals("problem") ? "critical" : "warning")
                    .put("kind", finding.path("kind").asText())
                    .put("incident", finding.path("id").asText());
            ObjectNode words = alert.putObject("annotations");
            words.put("nodes", nodes(finding));
            words.put("summary", finding.path("title").asText());
            words.put("description", finding.path("detail").asText());
            String who = suffers(finding);
            if (!who.isEmpty()) {
                words.put("suffers", who);
            }
            boolean silent = isWithoutEvidence(finding);
            if (silent) {
                words.put("noEvidenceSince", moment(finding.path("endNanos").asLong()));
            }
            long hold = Math.max(MIN_HOLD_NANOS, TIMES_OF_HOLD * told.againNanos());
            long end = told.stage() != Stage.ENDED
                    ? nowNanos + hold
                    : silent ? nowNanos + DAY_NANOS : finding.path("endNanos").asLong();
            alert.put("startsAt", moment(finding.path("onsetNanos").asLong()));
            alert.put("endsAt", moment(end));
            alert.put("generatorURL", link(finding, page));
            ArrayNode all = JSON.arrayNode();
            return all.add(alert).toString();
        }
    },

    /** CloudEvents 1.0, one a request, structured JSON: one as a problem begins, is of more nodes, and ends. */
    CLOUDEVENTS("application/cloudevents+json", false) {
        @Override
        String body(News told, String page, long nowNanos) {
            JsonNode finding = told.finding();
            String what = what(told);
            ObjectNode event = JSON.objectNode()
                    .put("specversion", "1.0")
                    .put("id", finding.path("id").asText() + "-" + what + change(told))
                    .put("source", page)
                    .put("type", "io.wirepath.incident." + what)
                    .put("subject", nodes(finding))
                    .put("time", moment(nanos(told)))
                    .put("datacontenttype", "application/json");
            event.set("data", finding.<ObjectNode>deepCopy().put("link", link(finding, page)));
            return event.toString();
        }
    },

    /** A document of the Elastic Common Schema 8.11, one a request, as often as CloudEvents. */
    ECS("application/json", false) {
        @Override
        String body(News told, String page, long nowNanos) {
            JsonNode finding = told.finding();
            ObjectNode document = JSON.objectNode()
                    .put("@timestamp", moment(nanos(told)))
                    .put("message", finding.path("title").asText());
            document.putObject("ecs").put("version", "8.11.0");
            ObjectNode event = document.putObject("event");
            event.put("kind", "alert")
                    .put("module", "wirepath")
                    .put("dataset", "wirepath.incident")
                    .put("action", what(told))
                    .put("id", finding.path("id").asText())
                    .put("severity", severity(finding))
                    .put("reason", finding.path("detail").asText())
                    .put("start", moment(finding.path("onsetNanos").asLong()))
                    .put("url", link(finding, page));
            event.putArray("category").add("network");
            event.putArray("type").add(type(told.stage()));
            document.putObject("rule").put("name", finding.path("kind").asText());
            document.putObject("observer").put("vendor", "Wirepath").put("version", Version.text());
            document.putObject("related").set("hosts", finding.path("nodes"));
            String who = suffers(finding);
            if (!who.isEmpty()) {
                document.putObject("labels").put("suffers", who);
            }
            return document.toString();
        }
    },

    /** A line of ArcSight's Common Event Format, version 0, one a request, as often as CloudEvents. */
    CEF("text/plain; charset=utf-8", false) {
        @Override
        String body(News told, String page, long nowNanos) {
            JsonNode finding = told.finding();
            return "CEF:0|Wirepath|wirepath|" + head(Version.text())
                    + '|' + head(finding.path("kind").asText())
                    + '|' + head(finding.path("title").asText())
                    + '|' + severity(finding)
                    + "|rt=" + nanos(told) / MILLI
                    + " act=" + what(told)
                    + " externalId=" + value(finding.path("id").asText())
                    + " start=" + finding.path("onsetNanos").asLong() / MILLI
                    + " dhost=" + value(nodes(finding))
                    + " request=" + value(link(finding, page))
                    + (suffers(finding).isEmpty() ? "" : " cs1Label=suffers cs1=" + value(suffers(finding)))
                    + " msg=" + value(finding.path("detail").asText());
        }

        private String head(String text) {
            return plain(text.replace("\\", "\\\\").replace("|", "\\|").replaceAll("[\r\n]+", " "));
        }

        private String value(String text) {
            return plain(text.replace("\\", "\\\\").replace("=", "\\=").replaceAll("\r?\n|\r", "\\\\n"));
        }
    };

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long MIN_HOLD_NANOS = 600_000_000_000L;
    private static final long TIMES_OF_HOLD = 4;
    private static final long MILLI = 1_000_000;
    private static final int HIGH = 8;
    private static final int LOW = 5;
    private static final long DAY_NANOS = 86_400_000_000_000L;

    final String contentType;

    /** Whether what goes on is told again with each window. */
    final boolean isToldAgain;

    AlertForm(String contentType, boolean isToldAgain) {
        this.contentType = contentType;
        this.isToldAgain = isToldAgain;
    }

    /**
     * What is sent.
     *
     * @param page address of the service's page
     * @param nowNanos the time of day
     */
    abstract String body(News told, String page, long nowNanos);

    /** The form of this name; empty where there is none. */
    public static Optional<AlertForm> of(String name) {
        return Arrays.stream(values()).filter(form -> form.key().equals(name)).findFirst();
    }

    /** All names, for people. */
    public static String names() {
        return Arrays.stream(values()).map(AlertForm::key).collect(Collectors.joining(" or "));
    }

    /** A text of one line that commands no terminal: a space for each character that controls one, or ends a line. */
    static String plain(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]", " ");
    }

    /** Whether it may go to that address: HTTP takes all of them, syslog those that a SIEM reads from a log. */
    public boolean isFor(String address) {
        return !SyslogTransport.isAddress(address) || this == CEF || this == ECS;
    }

    private String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What happens to a problem, in one word. */
    static String what(News told) {
        return switch (told.stage()) {
            case OPENED, OPEN -> "opened";
            case CHANGED -> "changed";
            case ENDED -> isWithoutEvidence(told.finding()) ? "no-evidence" : "ended";
        };
    }

    /** Tells changes of one incident apart, and is the same whenever one is sent again. */
    private static String change(News told) {
        String nodes = nodes(told.finding());
        return told.stage() == Stage.CHANGED ? "-" + Integer.toHexString(nodes.hashCode()) : "";
    }

    /** As ECS allows. */
    private static String type(Stage stage) {
        return stage == Stage.ENDED ? "end" : stage == Stage.CHANGED ? "change" : "start";
    }

    /** When it began, or ended. */
    private static long nanos(News told) {
        return told.finding()
                .path(told.stage() == Stage.ENDED ? "endNanos" : "onsetNanos")
                .asLong();
    }

    /** Of 0 to 10. */
    private static int severity(JsonNode finding) {
        return finding.path("severity").asText().equals("problem") ? HIGH : LOW;
    }

    private static boolean isWithoutEvidence(JsonNode finding) {
        return finding.path("state").asText().equals(FindingLog.NO_EVIDENCE_SINCE);
    }

    private static String nodes(JsonNode finding) {
        List<String> names =
                finding.path("nodes").valueStream().map(JsonNode::asText).toList();
        return String.join(",", names);
    }

    /** For whom it is trouble; empty where nobody is known to suffer. */
    private static String suffers(JsonNode finding) {
        return finding.path("incident").path("suffers").asText();
    }

    private static String link(JsonNode finding, String page) {
        return page + "#/incidents?incident=" + finding.path("id").asText();
    }

    private static String moment(long nanos) {
        return Instant.ofEpochSecond(0, nanos).toString();
    }
}
