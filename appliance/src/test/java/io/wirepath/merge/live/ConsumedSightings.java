package io.wirepath.merge.live;

/** Makes what only a live merge makes, for tests of those who keep it. */
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
