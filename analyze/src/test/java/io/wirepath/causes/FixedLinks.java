package io.wirepath.causes;

/** Links as a test states them: for each message one certain parent, or -1 for none. */
public final class FixedLinks {

    private FixedLinks() {}

    /** Certain links. */
    public static LinkTable certain(int... parents) {
        LinkTable.Builder links = new LinkTable.Builder(parents.length);
        for (int parent : parents) {
            if (parent >= 0) {
                links.add(parent, 1);
            }
            links.endChild(parent >= 0 ? 0 : 1);
        }
        return links.build();
    }
}
