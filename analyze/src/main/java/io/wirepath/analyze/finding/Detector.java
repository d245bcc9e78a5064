package io.wirepath.analyze.finding;

import java.util.List;

/** Looks for one kind of trouble. Pure: the same input gives the same findings. */
@FunctionalInterface
public interface Detector {

    /** What was found, most important first; empty where there is nothing to say. */
    List<Finding> detect(DetectorInput input);
}
