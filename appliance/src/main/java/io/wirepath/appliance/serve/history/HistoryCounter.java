package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.Counter;

/** What became of what a service wanted to remember. */
public enum HistoryCounter implements Counter {
    MESSAGES_KEPT(Kind.FLOW, "Messages written to the history."),
    DISK_WAITS(
            Kind.ANOMALY,
            "Times that the merge paused because the disk was full or failed; it resumed from the spools."),
    MESSAGE_FOLDERS_DELETED(Kind.FLOW, "Message folders deleted to stay within the limits."),
    MESSAGE_FOLDERS_DAMAGED(Kind.LOSS, "Message folders that could not be read again."),
    REPORTS_KEPT(Kind.FLOW, "Reports of windows written to the history."),
    REPORTS_NOT_KEPT(Kind.LOSS, "Reports not written to the history because the disk was full or failed."),
    REPORTS_DELETED(Kind.FLOW, "Reports deleted to stay within the limits."),
    REPORTS_DAMAGED(Kind.LOSS, "Reports on disk that could not be read; reported and skipped."),
    CALL_FILES_KEPT(Kind.FLOW, "Files with the times of a window's calls written to the history."),
    CALL_FILES_NOT_KEPT(Kind.LOSS, "Such files not written because the disk was full or failed."),
    CALL_FILES_DELETED(Kind.FLOW, "Such files deleted to stay within the limits."),
    CALL_FILES_DAMAGED(Kind.LOSS, "Such files that could not be read; lifelines are drawn without them."),
    STATE_NOT_KEPT(
            Kind.ANOMALY,
            "Checkpoints or findings that could not be written; a kill after one costs time, not messages."),
    STATE_DAMAGED(
            Kind.LOSS,
            "Files of findings, names or templates that were damaged when the service started; each is kept as .damaged.");

    private final Meaning meaning;

    HistoryCounter(Kind kind, String sentence) {
        meaning = new Meaning(kind, sentence);
    }

    @Override
    public Meaning meaning() {
        return meaning;
    }
}
