package io.wirepath.merge;

/** Sightings as a live merge names them, for tests of what keeps them. */
public final class ConsumedSightings {

    private ConsumedSightings() {}

    /** Sightings of one source. */
    public static Consumed of(int source, long... numbers) {
        Consumed consumed = new Consumed();
        for (long number : numbers) {
            consumed.add(source, number);
        }
        return consumed;
    }
}
