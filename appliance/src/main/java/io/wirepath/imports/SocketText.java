package io.wirepath.imports;

import java.io.IOException;

/** A text of calls on sockets: all files are gathered before one is read, as the two ends of a socket stand in two. */
abstract class SocketText implements TraceFormat {

    @Override
    public void prepare(TraceLines text, TraceSet set) throws IOException {
        gather(text, set.sockets());
    }

    @Override
    public void read(TraceLines text, ImportedRows rows, TraceSet set) throws IOException {
        if (!set.sockets().knows(text.file())) {
            gather(text, set.sockets());
        }
        set.sockets().write(text.file(), rows);
    }

    /** Tells the events of a file. */
    abstract void gather(TraceLines text, SocketEvents sockets) throws IOException;
}
