package io.wirepath.imports;

import java.util.HashMap;
import java.util.Map;

/**
 * A process of which the system calls were traced: a node.
 *
 * @param host the files of one machine, which count processes together
 * @param number of the process
 */
record TracedProcess(String host, String number) {

    /** Which process each thread is part of, and what it runs. Not thread-safe. */
    static final class Table {
        private final Map<TracedProcess, TracedProcess> processOf = new HashMap<>();
        private final Map<TracedProcess, String> programOf = new HashMap<>();

        /** The process of a thread. */
        TracedProcess of(String host, String thread) {
            TracedProcess own = new TracedProcess(host, thread);
            return processOf.getOrDefault(own, own);
        }

        void onProgram(String host, String thread, String path) {
            programOf.put(of(host, thread), path.substring(path.lastIndexOf('/') + 1));
        }

        void onClone(String host, String thread, String child, boolean isThread) {
            TracedProcess process = of(host, thread);
            TracedProcess made = new TracedProcess(host, child);
            processOf.put(made, isThread ? process : made);
            String program = programOf.get(process);
            if (!isThread && program != null) {
                programOf.putIfAbsent(made, program);
            }
        }

        /** Named after its program, else after its files. */
        ImportedEnd end(TracedProcess process, int port) {
            String program = programOf.get(process);
            return ImportedEnd.named((program == null ? process.host : program) + '[' + process.number + ']', port);
        }
    }
}
