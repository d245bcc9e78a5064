package io.wirepath.flows.defrag;

/**
 * Is told what becomes of fragments after the offer that answered {@link Verdict#HELD}: each held fragment is reported
 * exactly once here, or is still held.
 */
public interface FragmentLedger {

    /** The datagram of so many held fragments is complete; the fragment that completed it is not among them. */
    void used(int fragments);

    /** The datagram of so many held fragments did not complete in time. */
    void timedOut(int fragments);

    /** So many held fragments were given up to stay within the memory bound. */
    void evicted(int fragments);

    /**
     * A fragment covers bytes that an earlier one brought; the earlier bytes stay.
     *
     * @param conflict whether the bytes differ
     */
    void overlapped(boolean conflict);
}
