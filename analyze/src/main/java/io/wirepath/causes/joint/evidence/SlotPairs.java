package io.wirepath.causes.joint.evidence;

/**
 * The pairs that evidence is learnt from: the slots, and pairs that are near in time but impossible.
 *
 * @param group group of each slot: class of the task and label of the call, from 0
 * @param task task of each slot
 * @param call call of each slot
 * @param chanceGroup the same of each chance pair
 * @param chanceTask task of each chance pair
 * @param chanceCall call of each chance pair
 * @param groups number of groups
 */
public record SlotPairs(
        int[] group, int[] task, int[] call, int[] chanceGroup, int[] chanceTask, int[] chanceCall, int groups) {}
