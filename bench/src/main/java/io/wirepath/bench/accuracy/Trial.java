package io.wirepath.bench.accuracy;

import io.wirepath.analyze.truth.GeneratedTrace;
import io.wirepath.analyze.truth.PathForest;
import io.wirepath.analyze.truth.TraceConfiguration;
import io.wirepath.analyze.truth.TraceGenerator;
import io.wirepath.appliance.synthetic.TraceFile;
import io.wirepath.causes.CallTable;
import io.wirepath.causes.MessageTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Messages whose true causes are known.
 *
 * @param truth the true calls
 * @param answer the calls that were found, named as those of the truth are
 */
record Trial(String name, MessageTable messages, PathForest truth, Function<CallTable, PathForest> answer) {

    /** The configurations that come with the program. */
    static List<TraceConfiguration> configurations() throws IOException {
        List<TraceConfiguration> all = new ArrayList<>();
        for (String name : TraceFile.NAMES) {
            all.add(configuration(name));
        }
        return all;
    }

    /** The one of this name. */
    static TraceConfiguration configuration(String name) throws IOException {
        return TraceFile.named(name).configuration();
    }

    /** A generated trace. */
    static Trial generated(TraceConfiguration configuration, int requests, long seed) {
        GeneratedTrace trace = TraceGenerator.generate(configuration, requests, seed);
        return of(configuration.name(), trace, trace.table());
    }

    /** What a sniffer saw of a generated trace. */
    static Trial of(String name, GeneratedTrace trace, MessageTable messages) {
        return new Trial(name, messages, PathForest.ofTrueCalls(trace), calls -> PathForest.ofCalls(messages, calls));
    }

    /** The same under another name. */
    Trial called(String other) {
        return new Trial(other, messages, truth, answer);
    }

    /** A recorded set. */
    static Trial recorded(RecordedSet set, long seed) throws IOException {
        MessageTable messages = set.load(seed).table();
        return new Trial(
                set.name(),
                messages,
                TrueCallLine.forest(set.truth()),
                calls -> TruthMatch.forest(set.truth(), messages, calls));
    }
}
