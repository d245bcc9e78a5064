package io.wirepath.flows.message.framer;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.stream.Stream;

/**
 * A protocol of lines, which begin with one of its words; in a list of words {@code ·} is a blank and {@code ⏎} ends a
 * line.
 */
final class LineSignature implements Signature {

    private final byte[][] commands;
    private final byte[][] answers;
    private final boolean anyCase;

    private LineSignature(byte[][] commands, byte[][] answers, boolean anyCase) {
        this.commands = commands;
        this.answers = answers;
        this.anyCase = anyCase;
    }

    /** Of these words of who asks and who answers, with blanks between them. */
    static LineSignature of(String commands, String answers) {
        return new LineSignature(words(commands), words(answers), false);
    }

    /** The same where who asks may write in capitals, as the words are, or not. */
    static LineSignature ofAnyCase(String commands) {
        return new LineSignature(words(commands), new byte[0][], true);
    }

    private static byte[][] words(String text) {
        return Stream.of(text.split(" "))
                .filter(word -> !word.isEmpty())
                .map(word -> word.replace('·', ' ').replace("⏎", "\r\n").getBytes(US_ASCII))
                .toArray(byte[][]::new);
    }

    @Override
    public Verdict judge(FramerContext context, int direction, ByteBuffer bytes, int offset, int length) {
        boolean more = false;
        for (byte[] word : direction == context.requester() ? commands : answers) {
            int agreement = agreement(bytes, offset, length, word);
            if (agreement == word.length) {
                return Verdict.YES;
            }
            more |= agreement > 0;
        }
        return more ? Verdict.MORE : Verdict.NO;
    }

    /** Whether what comes first holds the name of its protocol, in capitals or not. */
    static Verdict naming(byte[] name, ByteBuffer bytes, int offset, int length) {
        int end = offset + Math.min(length, FramerChooser.LOOKS_AT);
        if (Ascii.containsIgnoringCase(bytes, offset, end, name)) {
            return Verdict.YES;
        }
        return length < FramerChooser.LOOKS_AT ? Verdict.MORE : Verdict.NO;
    }

    /** Whether one of the words of a side begins here. */
    boolean begins(boolean asks, ByteBuffer bytes, int from, int end) {
        for (byte[] word : asks ? commands : answers) {
            if (agreement(bytes, from, end - from, word) == word.length) {
                return true;
            }
        }
        return false;
    }

    /** As {@link Ascii#agreement}, in capitals or not where the protocol does not care. */
    private int agreement(ByteBuffer bytes, int offset, int length, byte[] word) {
        if (!anyCase) {
            return Ascii.agreement(bytes, offset, length, word);
        }
        int count = Math.min(length, word.length);
        for (int i = 0; i < count; i++) {
            int b = bytes.get(offset + i);
            if ((b >= 'a' && b <= 'z' ? b - 0x20 : b) != word[i]) {
                return -1;
            }
        }
        return count;
    }
}
