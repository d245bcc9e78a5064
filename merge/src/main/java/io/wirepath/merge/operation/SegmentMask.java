package io.wirepath.merge.operation;

/**
 * Whether a segment of a path looks like an identifier and not like a name: {@code 4711}, {@code 3f2a9c11},
 * {@code item-12}. Names with a few digits stay: {@code v2}, {@code oauth2}, {@code hotel.v1beta1.Search}. A pure
 * function of the segment, so that every sniffer masks alike and no identifier is kept anywhere.
 */
final class SegmentMask {

    /** Stands for what differs from request to request. */
    static final String ANY = "*";

    private static final int HEX = 8;
    private static final int LONG_WITH_DIGITS = 16;
    private static final int LONG = 40;
    private static final int MANY_DIGITS = 4;
    private static final int LONGEST_EXTENSION = 5;

    private SegmentMask() {}

    /** The segment, or {@code *}, with the extension of a file kept: {@code *.png}. */
    static String of(String segment) {
        if (segment.indexOf('@') >= 0) {
            return ANY;
        }
        int dot = segment.lastIndexOf('.');
        boolean file = dot > 0 && isExtension(segment, dot + 1);
        String name = file ? segment.substring(0, dot) : segment;
        return isIdentifier(name) ? ANY + (file ? segment.substring(dot) : "") : segment;
    }

    private static boolean isExtension(String segment, int from) {
        int length = segment.length() - from;
        return length > 0
                && length <= LONGEST_EXTENSION
                && segment.chars().skip(from).allMatch(c -> c >= 'a' && c <= 'z' || Character.isDigit(c))
                && Character.isLetter(segment.charAt(from));
    }

    private static boolean isIdentifier(String name) {
        if (name.length() > LONG || name.indexOf('%') >= 0) {
            return true;
        }
        for (String piece : name.split("[.,:;_~=+-]", -1)) {
            if (isIdentifierPiece(piece)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIdentifierPiece(String piece) {
        long digits = piece.chars().filter(Character::isDigit).count();
        return digits > 0
                && (Character.isDigit(piece.charAt(0))
                        || digits >= MANY_DIGITS
                        || piece.length() >= LONG_WITH_DIGITS
                        || piece.length() >= HEX && piece.chars().allMatch(c -> Character.digit(c, 16) >= 0));
    }
}
