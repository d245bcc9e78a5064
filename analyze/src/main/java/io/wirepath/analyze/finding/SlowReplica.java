package io.wirepath.analyze.finding;

import java.util.List;

final class SlowReplica implements Detector {
    @Override
    public List<Finding> detect(Evidence evidence) {
        return List.of();
    }
}
