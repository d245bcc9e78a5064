package io.wirepath.flows.message.content;

/**
 * The words among the first bytes of a message that tell its type: runs of letters and digits that are not all digits
 * and longer than 1. A word that the limit cuts is left out, or the length of a path would split types.
 */
final class TypeWords {

    /** How many bytes are looked at. */
    static final int LOOKS_AT = 32;

    private TypeWords() {}

    /** Where the next run begins, at or after {@code from}; {@code end} if none does. */
    static int next(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && !TokenHashes.isWordByte(bytes[at])) {
            at++;
        }
        return Math.min(at, end);
    }

    /** Where the run that begins at {@code from} ends; looks one byte beyond the limit. */
    static int end(byte[] bytes, int from, int length) {
        int limit = Math.min(length, LOOKS_AT + 1);
        int at = from;
        while (at < limit && TokenHashes.isWordByte(bytes[at])) {
            at++;
        }
        return at;
    }

    /** Whether the run is a word that lies within the limit. */
    static boolean counts(byte[] bytes, int from, int to) {
        if (to - from < 2 || to > LOOKS_AT) {
            return false;
        }
        for (int at = from; at < to; at++) {
            if (!TokenHashes.isDigitByte(bytes[at])) {
                return true;
            }
        }
        return false;
    }
}
