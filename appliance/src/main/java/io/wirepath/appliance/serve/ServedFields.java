package io.wirepath.appliance.serve;

import com.fasterxml.jackson.databind.JsonNode;
import io.wirepath.analyze.field.Fields;
import io.wirepath.analyze.row.FindingRow;
import io.wirepath.appliance.serve.history.ReportHistory;
import io.wirepath.report.ReportJson;
import io.wirepath.report.SiteIds;
import java.util.List;

/** What windows and findings hold as they are kept: JSON that was made before, and grew as windows went by. */
public final class ServedFields {

    private static final Fields<JsonNode> SUMMARY = Fields.<JsonNode>of("WindowSummary", "A window in a few figures.")
            .text("id", "Its name.", window -> window.path("id").asText())
            .time("from", "When what it counts begins.", window -> nanos(window, "from"))
            .time("to", "When that ends, not included.", window -> nanos(window, "to"))
            .time("seenFrom", "When what it looks at begins.", window -> nanos(window, "seenFrom"))
            .time("seenTo", "When that ends.", window -> nanos(window, "seenTo"))
            .count("messages", "Messages.", window -> window.path("messages").asLong())
            .ifKnown()
            .count("calls", "Calls.", window -> window.path("calls").asLong())
            .ifKnown()
            .count(
                    "patterns",
                    "Paths by role.",
                    window -> window.path("patterns").asLong())
            .ifKnown()
            .number(
                    "expectedPaths",
                    "Expected number of paths.",
                    window -> window.path("expectedPaths").asDouble())
            .ifKnown()
            .text(
                    "algorithm",
                    "Who inferred the links.",
                    window -> window.path("algorithm").asText())
            .ifKnown()
            .count(
                    "problems",
                    "Findings of that severity.",
                    window -> window.path("problems").asLong())
            .ifKnown()
            .duration("analysis", "How long its analysis took.", window -> nanos(window, "analysis"))
            .ifKnown()
            .truth(
                    "failed",
                    "Whether its analysis failed.",
                    window -> window.path("failed").asBoolean())
            .orAbsent();

    private static final Fields<JsonNode> FINDING = Fields.<JsonNode>of("KeptFinding", "A finding over windows.")
            .all(FindingRow.FIELDS, finding -> null)
            .text("id", "Its name.", finding -> finding.path("id").asText())
            .count(
                    "windows",
                    "Windows that told it after the first.",
                    f -> f.path("windows").asLong())
            .text(
                    "window",
                    "The one that told it first.",
                    finding -> finding.path("window").asText())
            .ifKnown()
            .text(
                    "state",
                    "Once it is over: ended, or no_evidence_since.",
                    f -> f.path("state").asText())
            .ifKnown();

    /** The report of a window. */
    public static final Fields<JsonNode> REPORT = also(
                    Fields.<JsonNode>of("WindowReport", "The report of a window.")
                            .document(ReportHistory.SUMMARY, SUMMARY, "In a few figures.", all -> all.get("window")),
                    ReportJson.FIELDS)
            .document(WindowReport.IDS_SO_FAR, SiteIds.FIELDS, "Links by identifiers since the start.", all -> null)
            .ifKnown()
            .documents(FindingLog.OPENED, FINDING, "Findings that looks opened since the one before.", all -> null)
            .ifKnown();

    /** Some windows. */
    public static final Fields<List<? extends JsonNode>> WINDOWS = Fields.<List<? extends JsonNode>>of(
                    "WindowList", "Windows.")
            .documents("windows", SUMMARY, "The oldest first.", windows -> windows);

    /** Some findings. */
    public static final Fields<JsonNode> FINDINGS = Fields.<JsonNode>of("FindingList", "Findings of all windows.")
            .count("open", "How many are open.", list -> list.path("open").asLong())
            .documents(
                    "findings", FINDING, "Those that ended, then those that are open.", list -> list.get("findings"));

    private ServedFields() {}

    /** What stands in it besides, made before. */
    private static <T> Fields<JsonNode> also(Fields<JsonNode> to, Fields<T> of) {
        return to.all(of, made -> null);
    }

    private static long nanos(JsonNode window, String field) {
        return window.path(field + "Nanos").asLong();
    }
}
