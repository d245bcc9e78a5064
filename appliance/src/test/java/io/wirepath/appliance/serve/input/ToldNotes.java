package io.wirepath.appliance.serve.input;

/** Tells a ledger what a sniffer would. */
public final class ToldNotes {

    private ToldNotes() {}

    /** Something that a reader must know; the latest counts. */
    public static void tell(SnifferLedger ledger, String sniffer, String note) {
        ledger.onNote(sniffer, note);
    }
}
