import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.net.DFSNetworkTopology;
import org.apache.hadoop.net.Node;

/** The bug HDFS-6268: replicas that are equally far stand in one order, the same for all. Not compiled by the build. */
public final class FixedOrder extends DFSNetworkTopology {

    @Override
    public <T extends Node> void sortByDistance(Node reader, T[] nodes, int active, Consumer<List<T>> shuffle) {
        Arrays.sort(nodes, 0, active, Comparator.comparing(Node::getName));
    }

    @Override
    public <T extends Node> void sortByDistanceUsingNetworkLocation(
            Node reader, T[] nodes, int active, Consumer<List<T>> shuffle) {
        Arrays.sort(nodes, 0, active, Comparator.comparing(Node::getName));
    }
}
