package io.wirepath.appliance.serve.history;

import io.wirepath.sniffer.Counter;

/** What became of what a service wanted to remember. */
public enum HistoryCounter implements Counter {
    MESSAGES_KEPT(Kind.FLOW, "Messages written to the history."),
    DISK_WAITS(
            Kind.DIRT,
            "Times that the merge stood still because the disk was full or failed; it went on with what the spools kept."),
    MESSAGE_FOLDERS_DELETED(Kind.FLOW, "Folders of messages deleted to keep the bounds."),
    MESSAGE_FOLDERS_DAMAGED(Kind.LOSS, "Folders of messages that could not be read again."),
    REPORTS_KEPT(Kind.FLOW, "Reports of windows written to the history."),
    REPORTS_NOT_KEPT(Kind.LOSS, "Reports that the history could not take, for the disk was full or failed."),
    REPORTS_DELETED(Kind.FLOW, "Reports deleted to keep the bounds."),
    REPORTS_DAMAGED(Kind.LOSS, "Reports on disk that could not be read, and were passed over."),
    STATE_NOT_KEPT(Kind.DIRT, "Checkpoints that could not be written; a kill after one costs time, not messages.");

    private final Kind kind;
    private final String sentence;

    HistoryCounter(Kind kind, String sentence) {
        this.kind = kind;
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Kind kind() {
        return kind;
    }
}
