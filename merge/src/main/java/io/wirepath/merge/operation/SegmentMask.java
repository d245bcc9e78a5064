package io.wirepath.merge.operation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a segment of a path has the shape of a word, and of none of the kinds of secrets in {@link #KNOWN_SECRETS}:
 * {@code 4711}, {@code 3f2a9c11}, {@code item-12}, {@code s3cr3t}, {@code AbCdEfGhIjKl} have not. Names with a few
 * digits stay: {@code v2}, {@code oauth2}, {@code hotel.v1beta1.Search}. A pure function of the segment, so that every
 * sniffer masks alike and no identifier is kept anywhere.
 */
final class SegmentMask {

    /** Stands for what differs from request to request. */
    static final String ANY = "*";

    /** A rule a kind: tokens of JSON web tokens, of GitHub, Slack, Stripe, Google and Amazon. */
    private static final Pattern KNOWN_SECRETS = Pattern.compile(
            "eyJ.*|gh[pousr]_.*|github_pat_.*|glpat-.*|xox[abprs]-.*|[srp]k[_-](live|test)[_-].*|sk-.*|AIza.*|(AKIA|ASIA).*");

    /** What names a secret: the segment behind it is one, whatever its shape. */
    private static final Pattern NAMES_A_SECRET = Pattern.compile(
            "tokens?|passw(or)?ds?|pwd?|secrets?|sessions?|sid|bearer|jwt|otp|pin|api[_-]?keys?|keys?|reset|invites?|"
                    + "confirm|verify|activate|magic|unsubscribe",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z][A-Za-z_-]{0,20})=.*");
    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9.,:_~+*{}-]*");
    private static final Pattern VERSION = Pattern.compile("v[0-9]{1,3}([a-z]{1,5}[0-9]{0,2})?");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final Pattern LAST_DIGITS = Pattern.compile("[0-9]+$");
    private static final Pattern HUMP = Pattern.compile("[A-Z]?[a-z]+|[A-Z]");
    private static final Pattern ACRONYM = Pattern.compile("[A-Z]{2,6}(?![a-z])|[A-Z]{2,6}(?=[A-Z][a-z])");

    private static final int HEX = 8;
    private static final int LONG = 40;
    private static final int LONG_PIECE = 24;
    private static final int MANY_DIGITS = 4;
    private static final int LONGEST_EXTENSION = 5;

    /** A word with a digit within it, such as {@code k8s}, is that short. */
    private static final int SHORT = 5;

    /** Letters from one capital to the next, in the mean, of words that are written together: {@code GetById}. */
    private static final double LETTERS_OF_A_WORD = 7 / 3.0;

    private SegmentMask() {}

    /**
     * The segment, or {@code *}, with the extension of a file kept: {@code *.png}, or the name of a value: {@code
     * key=*}.
     */
    static String of(String segment) {
        Matcher assignment = ASSIGNMENT.matcher(segment);
        if (assignment.matches()) {
            return assignment.group(1) + "=" + ANY;
        }
        if (!CHARACTERS.matcher(segment).matches()) {
            return ANY;
        }
        int dot = segment.lastIndexOf('.');
        boolean file = dot > 0 && isExtension(segment, dot + 1);
        String name = file ? segment.substring(0, dot) : segment;
        return isIdentifier(name) ? ANY + (file ? segment.substring(dot) : "") : segment;
    }

    /** The same of a segment behind another; what is empty stays. */
    static String of(String before, String segment) {
        return !segment.isEmpty() && NAMES_A_SECRET.matcher(before).matches() ? ANY : of(segment);
    }

    private static boolean isExtension(String segment, int from) {
        int length = segment.length() - from;
        return length > 0
                && length <= LONGEST_EXTENSION
                && segment.chars().skip(from).allMatch(c -> c >= 'a' && c <= 'z' || Character.isDigit(c))
                && Character.isLetter(segment.charAt(from));
    }

    private static boolean isIdentifier(String name) {
        if (name.length() > LONG || KNOWN_SECRETS.matcher(name).matches()) {
            return true;
        }
        for (String piece : name.split("[.,:;_~=+-]", -1)) {
            if (isIdentifierPiece(piece) || isMixed(piece)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isIdentifierPiece(String piece) {
        long digits = piece.chars().filter(Character::isDigit).count();
        if (piece.length() > LONG_PIECE) {
            return true;
        }
        return digits > 0
                && !VERSION.matcher(piece).matches()
                && (Character.isDigit(piece.charAt(0))
                        || digits >= MANY_DIGITS
                        || piece.length() > SHORT && Character.isLetter(piece.charAt(piece.length() - 1))
                        || piece.length() > SHORT
                                && LAST_DIGITS
                                        .matcher(piece)
                                        .replaceFirst("")
                                        .chars()
                                        .anyMatch(Character::isDigit)
                        || piece.length() >= HEX && piece.chars().allMatch(c -> Character.digit(c, 16) >= 0));
    }

    /** Whether capitals and small letters change too often for words that are written together. */
    private static boolean isMixed(String piece) {
        String words = ACRONYM.matcher(DIGITS.matcher(piece).replaceAll("")).replaceFirst("Acronym");
        int letters = 0;
        int humps = 0;
        for (Matcher hump = HUMP.matcher(words); hump.find(); humps++) {
            letters += hump.end() - hump.start();
        }
        return humps > 2 && letters < LETTERS_OF_A_WORD * humps || humps == 2 && letters < 2 * humps;
    }
}
