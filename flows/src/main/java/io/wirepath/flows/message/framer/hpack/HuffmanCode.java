package io.wirepath.flows.message.framer.hpack;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The Huffman code of header texts (RFC 7541, appendix B). The code is canonical: codes of one length follow each other
 * in the order of their symbols, so the lengths alone give it. Decoding goes bit by bit: a code of length n is that of
 * the symbol number {@code code - first[n]} among those of its length.
 */
final class HuffmanCode {

    private static final int END_OF_STRING = 256;
    private static final int LONGEST = 30;

    /** Lengths of the codes of the symbols 0 to 256, a letter each: a is 1 bit, z 26, then { | } ~ for 27 to 30. */
    private static final String LENGTHS = lengths();

    /** The first code of each length. */
    private static final int[] FIRST = new int[LONGEST + 1];

    /** Where the symbols of each length begin in {@link #SYMBOLS}. */
    private static final int[] BEGIN = new int[LONGEST + 2];

    private static final short[] SYMBOLS = new short[END_OF_STRING + 1];

    static {
        int at = 0;
        int code = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code <<= 1;
            FIRST[length] = code;
            BEGIN[length] = at;
            for (int symbol = 0; symbol <= END_OF_STRING; symbol++) {
                if (LENGTHS.charAt(symbol) - 'a' + 1 == length) {
                    SYMBOLS[at++] = (short) symbol;
                    code++;
                }
            }
        }
        BEGIN[LONGEST + 1] = at;
    }

    private HuffmanCode() {}

    private static String lengths() {
        return "mw|||||||x~||~||||||||~|||||||||fjjlmfhkjjhkhfffeeefffffffghoflj"
                + "mfgggggggggggggggggggggghghmsmnfoefefefffeggfffefgfeefgggggoknm|"
                + "tvttvvvwvwwwwwxwxxvwxwwwwuvwvwwxvutvvwwuwvvxuvwwuuvuwvwwtvvvwvvw"
                + "zztsvwvyzzz{{zxysuz{{z{xuuzz|{{{txtuvuuwvvyyxxzwz{zz{{{{{|{{{{{z"
                + "~";
    }

    /**
     * Decodes a text.
     *
     * @param to takes as many bytes of it as it has room for
     * @return how many bytes the text has, or -1 if it is none
     */
    static int decode(ByteBuffer bytes, int from, int end, byte[] to) {
        int count = 0;
        int code = 0;
        int length = 0;
        for (int at = from; at < end; at++) {
            for (int bit = 7; bit >= 0; bit--) {
                code = code << 1 | bytes.get(at) >> bit & 1;
                length++;
                int place = code - FIRST[length];
                if (place >= 0 && place < BEGIN[length + 1] - BEGIN[length]) {
                    int symbol = SYMBOLS[BEGIN[length] + place];
                    if (symbol == END_OF_STRING) {
                        return -1;
                    }
                    if (count < to.length) {
                        to[count] = (byte) symbol;
                    }
                    count++;
                    code = 0;
                    length = 0;
                } else if (length == LONGEST) {
                    return -1;
                }
            }
        }
        // what is left over are at most 7 bits, the beginning of the code for the end: ones
        return length < Byte.SIZE && code == (1 << length) - 1 ? count : -1;
    }

    /** Numbers of symbols by the length of their code; for the test that the code is complete. */
    static int[] countsByLength() {
        int[] counts = new int[LONGEST + 1];
        Arrays.setAll(counts, length -> length == 0 ? 0 : BEGIN[length + 1] - BEGIN[length]);
        return counts;
    }
}
