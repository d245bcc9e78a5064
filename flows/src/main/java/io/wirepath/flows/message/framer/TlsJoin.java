package io.wirepath.flows.message.framer;

import java.util.Arrays;

/**
 * What is spoken inside TLS whose hellos were not seen, by records of the size of HTTP/2's control frames (RFC 9113
 * §6). Where both sides send such next to others, and one sends them alone, it is HTTP/2: of those who ask and answer
 * in turns, some say all in one record, and others begin with a long one. Where the side that asks says three short
 * ones and more in one turn, or two of sizes that each were a question of its own before, and does so again in another
 * turn, it asks on before it is answered.
 *
 * <pre>
 *   one side     ├ data ┤├ 9 ┤                        next to others
 *   the other                  ├ 13 ┤                 alone
 *   one side                           ├ data ┤
 *
 *   who asks     ├ 86 ┤         ├ 130 ┤         ├ 130 ┤├ 86 ┤        two questions
 *   who answers          ├ 72 ┤         ├ 80 ┤
 * </pre>
 */
final class TlsJoin {

    /** Who asks in turns says a head and a body at most; a body in several records has long ones. */
    private static final int MANY = 3;

    private static final int LONG = 1024;

    /** By direction, those next to others. */
    private final int[] beside = new int[2];

    /** How many more of them have their size under TLS 1.3 than under TLS 1.2. */
    private int signsOf13;

    /** By size, one bit for each record that was a question by itself. */
    private final long[] questions = new long[LONG / Long.SIZE];

    /** Records of the present turn, if none is long; and turns of the side that asks that had several questions. */
    private int records;

    private int manyAsked;

    /** Whether each record of the present turn was a question by itself before, and whether the turn was counted. */
    private boolean wereQuestions;

    private boolean counted;
    private boolean lastAsked;
    private int lastRecord;

    private int lastDirection;
    private boolean lastWasControl;

    /** Whether all of the present turn are of that size. */
    private boolean onlyControls;

    /** Whether all of an earlier turn were. */
    private boolean controlsAlone;

    TlsJoin() {
        reset();
    }

    void reset() {
        beside[0] = 0;
        beside[1] = 0;
        Arrays.fill(questions, 0);
        signsOf13 = 0;
        records = 0;
        manyAsked = 0;
        wereQuestions = false;
        counted = false;
        lastAsked = false;
        lastRecord = 0;
        lastDirection = -1;
        lastWasControl = false;
        onlyControls = false;
        controlsAlone = false;
    }

    /** A record of data; whether it has the size of a control frame in either version. */
    void take(int direction, boolean asks, int record, boolean of12, boolean of13) {
        boolean control = of12 || of13;
        boolean begins = direction != lastDirection;
        controlsAlone |= begins && onlyControls;
        takeQuestion(begins, asks, record);
        onlyControls = control && (begins || onlyControls);
        beside[direction] += !begins && (control || lastWasControl) ? 1 : 0;
        signsOf13 += of13 ? 1 : of12 ? -1 : 0;
        lastDirection = direction;
        lastWasControl = control;
    }

    private void takeQuestion(boolean begins, boolean asks, int record) {
        if (begins && lastAsked && records == 1) {
            questions[lastRecord / Long.SIZE] |= 1L << lastRecord;
        }
        records = record >= LONG ? Integer.MIN_VALUE : begins ? 1 : records + 1;
        wereQuestions = records > 0 && (begins || wereQuestions) && (questions[record / Long.SIZE] >>> record & 1) != 0;
        counted &= !begins;
        if (asks && !counted && (records == MANY || records == 2 && wereQuestions)) {
            counted = true;
            manyAsked++;
        }
        lastAsked = asks;
        lastRecord = record;
    }

    /** The other side spoke, and nobody saw what. */
    void turn() {
        lastDirection = -1;
    }

    boolean isHttp2() {
        return manyAsked > 1 || controlsAlone && beside[0] > 0 && beside[1] > 0 && beside[0] + beside[1] > 2;
    }

    /** Of HTTP/2, whether the sizes are those of TLS 1.3. */
    boolean isVersion13() {
        return signsOf13 > 0;
    }
}
