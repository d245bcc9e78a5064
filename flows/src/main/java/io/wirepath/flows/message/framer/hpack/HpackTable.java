package io.wirepath.flows.message.framer.hpack;

import io.wirepath.flows.message.framer.hpack.HeaderFields.Field;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The two tables that indexes point into (RFC 7541 §2.3): the static one, 1 to 61, and behind it the dynamic one, the
 * newest entry first. Of an entry only its size is kept, and its value where that is wanted.
 *
 * <p>At most {@value #LARGEST} bytes by the RFC's count, so {@value #MAX_ENTRIES} entries; a sender that may use more
 * only makes its oldest entries unknown.
 */
final class HpackTable {

    static final int LARGEST = 1 << 16;

    private static final int OVERHEAD = 32;
    private static final int MAX_ENTRIES = LARGEST / OVERHEAD;
    private static final int USUAL_LIMIT = 4096;

    /** Names of the static entries, appendix A. */
    private static final List<String> STATIC_NAMES = List.of((":authority :method :method :path :path :scheme :scheme"
                    + " :status :status :status :status :status :status :status accept-charset accept-encoding"
                    + " accept-language accept-ranges accept access-control-allow-origin age allow authorization"
                    + " cache-control content-disposition content-encoding content-language content-length"
                    + " content-location content-range content-type cookie date etag expect expires from host if-match"
                    + " if-modified-since if-none-match if-range if-unmodified-since last-modified link location"
                    + " max-forwards proxy-authenticate proxy-authorization range referer refresh retry-after server"
                    + " set-cookie strict-transport-security transfer-encoding user-agent vary via www-authenticate")
            .split(" ", -1));

    /** Values of the static entries that have one that matters, by index. */
    private static final List<String> STATIC_VALUES =
            List.of("", "", "GET", "POST", "/", "/index.html", "", "", "200", "204", "206", "304", "400", "404", "500");

    static final int STATIC_ENTRIES = STATIC_NAMES.size();

    private static final Field[] STATIC_FIELDS =
            STATIC_NAMES.stream().map(Field::of).toArray(Field[]::new);

    private static final int[] STATIC_NUMBERS = STATIC_VALUES.stream()
            .mapToInt(value -> value.matches("\\d+") ? Integer.parseInt(value) : HeaderFields.NONE)
            .toArray();

    private final Field[] noFields = new Field[0];
    private Field[] fields = noFields;
    private int[] nameLengths = new int[0];
    private int[] sizes = new int[0];
    private int[] numbers = new int[0];
    private @Nullable String[] values = new String[0];
    private int newest;
    private int count;

    /** How many of the newest entries surely stand where they are counted. */
    private int sure;

    private int size;
    private int limit;

    /** Forgets all entries; nothing is known of the sender's limit. */
    void reset() {
        Arrays.fill(values, null);
        count = 0;
        sure = 0;
        size = 0;
        limit = USUAL_LIMIT;
        if (fields.length > USUAL_LIMIT / OVERHEAD) {
            fields = noFields;
            nameLengths = new int[0];
            sizes = new int[0];
            numbers = new int[0];
            values = new String[0];
        }
    }

    /** Forgets the entries, whose numbers are no longer known. */
    void forget() {
        Arrays.fill(values, null);
        count = 0;
        sure = 0;
        size = 0;
    }

    /** Further entries may stand in front of these. */
    void doubt() {
        sure = 0;
    }

    /** Whether this entry, which is known, surely stands here. */
    boolean isSure(int index) {
        return index <= STATIC_ENTRIES + sure;
    }

    /** Forgets the entries that are in doubt. */
    void forgetDoubtful() {
        while (count > sure) {
            dropOldest();
        }
    }

    /** The sender uses so many bytes from now on (§4.2). */
    void limit(long bytes) {
        limit = (int) Math.min(bytes, LARGEST);
        evict();
    }

    /** Whether the entry is known; index 0 is none. */
    boolean knows(int index) {
        return index > 0 && index <= STATIC_ENTRIES + count;
    }

    /** What an entry is; of those in doubt no identifier is told, so that none is a wrong one. */
    Field field(int index) {
        if (index <= STATIC_ENTRIES) {
            return STATIC_FIELDS[index - 1];
        }
        Field field = fields[at(index)];
        return isSure(index) || field.isOfOperation() ? field : Field.UNKNOWN;
    }

    int nameLength(int index) {
        return index <= STATIC_ENTRIES ? STATIC_NAMES.get(index - 1).length() : nameLengths[at(index)];
    }

    @Nullable
    String value(int index) {
        if (index > STATIC_ENTRIES) {
            return values[at(index)];
        }
        return index < STATIC_VALUES.size() ? STATIC_VALUES.get(index) : "";
    }

    /** The value of a field that is a number, or {@link HeaderFields#NONE}. */
    int number(int index) {
        if (index > STATIC_ENTRIES) {
            return numbers[at(index)];
        }
        return STATIC_FIELDS[index - 1] == Field.STATUS ? STATIC_NUMBERS[index] : HeaderFields.NONE;
    }

    private int at(int index) {
        return newest - (index - STATIC_ENTRIES - 1) & fields.length - 1;
    }

    /** Adds an entry in front; one that is larger than the table only empties it (§4.4). */
    void add(Field field, int nameLength, int valueLength, @Nullable String value, int number) {
        long entry = (long) nameLength + valueLength + OVERHEAD;
        if (entry > limit) {
            forget();
            return;
        }
        if (count == fields.length) {
            grow();
        }
        newest = newest + 1 & fields.length - 1;
        fields[newest] = field;
        nameLengths[newest] = nameLength;
        sizes[newest] = (int) entry;
        values[newest] = value;
        numbers[newest] = number;
        count++;
        sure++;
        size += (int) entry;
        evict();
    }

    private void evict() {
        while (size > limit) {
            dropOldest();
        }
        sure = Math.min(sure, count);
    }

    private void dropOldest() {
        int oldest = newest - (count - 1) & fields.length - 1;
        size -= sizes[oldest];
        values[oldest] = null;
        count--;
    }

    private void grow() {
        int length = Math.min(MAX_ENTRIES * 2, Math.max(16, 2 * fields.length));
        Field[] newFields = Arrays.copyOf(fields, length);
        int[] newNameLengths = new int[length];
        int[] newSizes = new int[length];
        int[] newNumbers = new int[length];
        @Nullable String[] newValues = new String[length];
        for (int i = 0; i < count; i++) {
            int from = newest - (count - 1 - i) & fields.length - 1;
            newFields[i] = fields[from];
            newNameLengths[i] = nameLengths[from];
            newSizes[i] = sizes[from];
            newValues[i] = values[from];
            newNumbers[i] = numbers[from];
        }
        fields = newFields;
        nameLengths = newNameLengths;
        sizes = newSizes;
        values = newValues;
        numbers = newNumbers;
        newest = count - 1 & length - 1;
    }
}
