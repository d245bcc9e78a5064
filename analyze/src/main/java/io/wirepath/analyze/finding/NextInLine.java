package io.wirepath.analyze.finding;

/**
 * How likely it was that those of a line were next who were. Next is who came first, as in a queue; or just before
 * the one that left, as in the stack in which a monitor of Java keeps those that wait; or any other. How often each is
 * so is learnt from all. Not thread-safe.
 */
final class NextInLine {

    private final boolean[] gone;
    private int first;
    private int choices;

    /** Next was who came first. */
    private int queued;

    /** Next was who came just before the one that left, and not first. */
    private int stacked;

    /** What any other might have been chosen from, as the sum of logarithms. */
    private double amongOthers;

    /** Nobody of so many calls, in the order in which they came, has left. */
    NextInLine(int calls) {
        gone = new boolean[calls];
    }

    /** Who left. */
    void leaves(int call) {
        gone[call] = true;
        while (first < gone.length && gone[first]) {
            first++;
        }
    }

    /**
     * After one that left comes the next.
     *
     * @param came how many had come when it left
     */
    void add(int left, int next, int came) {
        int waiting = 0;
        int earlier = first;
        for (int call = first; call < came; call++) {
            waiting += gone[call] ? 0 : 1;
            earlier = gone[call] || call > left ? earlier : call;
        }
        if (waiting > 1) {
            choices++;
            if (next == first) {
                queued++;
            } else if (next == earlier) {
                stacked++;
            } else {
                amongOthers += Math.log(Math.max(1, waiting - (earlier == first ? 1 : 2)));
            }
        }
    }

    /** The logarithm of the likelihood, in nats. */
    double nats() {
        return of(queued) + of(stacked) + of(choices - queued - stacked) - amongOthers;
    }

    /** Of three ways, each half a time more than it was: none is impossible. */
    private double of(int times) {
        return times * Math.log((times + 0.5) / (choices + 1.5));
    }
}
