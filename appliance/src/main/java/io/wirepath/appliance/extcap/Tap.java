package io.wirepath.appliance.extcap;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;

/** Something that packets can be captured from. */
public interface Tap {

    /** What it is called, in one word: the same as long as there is such a thing. */
    String name();

    /** What it is, for a list. */
    String title();

    /**
     * Writes packets as pcapng, until there are no more or the reader goes.
     *
     * @param span of those that go on coming, which are wanted
     * @throws IOException also where the reader went
     */
    void capture(Span span, OutputStream to) throws IOException;

    /**
     * Which packets are wanted of a live one.
     *
     * @param before how long before the latest packet the first one is
     * @param follow whether those that come meanwhile are wanted, too
     */
    record Span(Duration before, boolean follow) {}
}
