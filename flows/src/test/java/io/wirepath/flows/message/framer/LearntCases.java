package io.wirepath.flows.message.framer;

import static io.wirepath.flows.Protocol.ECHOED_FIELD;
import static io.wirepath.flows.Protocol.LENGTH_PREFIXED;

import java.util.ArrayList;
import java.util.List;

/** Unknown protocols whose shape is learnt from their first turns. */
final class LearntCases {

    private static final int LESSONS = 8;

    static final List<FramerCase> ALL = List.of(
            afterLessons(
                    "a length of four bytes that counts what follows it; then requests are pipelined",
                    LENGTH_PREFIXED,
                    LearntCases::counted,
                    List.of(">{00000002}ab{00000001}c", "<{00000003}xyz", ">{00000000}", "<{00000001}y{00000000}"),
                    List.of("> Q8 6", "> Q9 5", "< R8 7", "> Q10 4", "< R9 5", "< R10 4")),
            afterLessons(
                    "an id that comes back, behind a length that counts itself; then answers come out of order",
                    ECHOED_FIELD,
                    LearntCases::identified,
                    List.of(">{0007 a5 1111 fe fe 0008 a5 2222 fe fe fe}", "<{0009 2222 5a 01020304 0006 1111 5a 00}"),
                    List.of("> Q8 7", "> Q9 8", "< R9 9", "< R8 6")));

    private LearntCases() {}

    private interface Lesson {
        String message(boolean request, int turn);
    }

    private static FramerCase afterLessons(
            String name, io.wirepath.flows.Protocol protocol, Lesson lesson, List<String> steps, List<String> wanted) {
        List<String> allSteps = new ArrayList<>();
        List<String> allWanted = new ArrayList<>();
        for (int turn = 0; turn < LESSONS; turn++) {
            for (boolean request : new boolean[] {true, false}) {
                String message = lesson.message(request, turn);
                allSteps.add((request ? ">" : "<") + "{" + message + "}");
                allWanted.add((request ? "> Q" : "< R") + turn + " " + message.length() / 2);
            }
        }
        allSteps.addAll(steps);
        allWanted.addAll(wanted);
        return FramerCase.of(name, protocol, allSteps, allWanted);
    }

    private static String counted(boolean request, int turn) {
        int length = request ? 3 + turn * 5 % 7 : 2 + turn;
        return String.format("%08x", length) + "e".repeat(2 * length);
    }

    private static String identified(boolean request, int turn) {
        int id = 0x8100 + turn * 0x101;
        int length = request ? 6 + turn % 4 : 7 + turn % 3;
        return request
                ? String.format("%04xa5%04x", length, id) + "fe".repeat(length - 5)
                : String.format("%04x%04x5a", length, id) + "00".repeat(length - 5);
    }
}
