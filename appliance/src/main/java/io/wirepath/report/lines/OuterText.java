package io.wirepath.report.lines;

import io.wirepath.flows.OuterLayer;
import java.util.List;

/** The layers around a connection as a JSON array, the outermost first; see docs/formats.md. */
final class OuterText {

    private OuterText() {}

    /** Such as {@code [{"kind":"vxlan","id":5001,"source":"192.0.2.1","destination":"192.0.2.2"}]}. */
    static String of(List<OuterLayer> layers) {
        StringBuilder text = new StringBuilder("[");
        for (OuterLayer layer : layers) {
            text.append(text.length() > 1 ? ",{" : "{");
            text.append("\"kind\":\"").append(layer.kind().text()).append('"');
            if (layer.id() != OuterLayer.NO_ID) {
                text.append(",\"id\":").append(layer.id());
            }
            if (layer.hasAddresses()) {
                text.append(",\"source\":\"").append(layer.source());
                text.append("\",\"destination\":\"").append(layer.destination()).append('"');
            }
            text.append('}');
        }
        return text.append(']').toString();
    }
}
