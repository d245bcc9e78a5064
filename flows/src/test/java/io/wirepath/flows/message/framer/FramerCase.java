package io.wirepath.flows.message.framer;

import io.wirepath.flows.Protocol;
import java.util.List;

/**
 * A conversation and the messages in it.
 *
 * @param name what the case shows
 * @param protocol what the bytes must be recognised as
 * @param midstream whether the connection is picked up in the middle
 * @param steps what each side says, as {@code TalkingConnection.say} reads it
 * @param wanted the messages, as {@code TalkingConnection} writes them
 */
record FramerCase(String name, Protocol protocol, boolean midstream, List<String> steps, List<String> wanted) {

    static FramerCase of(String name, Protocol protocol, List<String> steps, List<String> wanted) {
        return new FramerCase(name, protocol, false, steps, wanted);
    }

    static FramerCase midstream(String name, Protocol protocol, List<String> steps, List<String> wanted) {
        return new FramerCase(name, protocol, true, steps, wanted);
    }

    @Override
    public String toString() {
        return protocol + ": " + name;
    }
}
