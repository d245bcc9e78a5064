package io.wirepath.causes.joint.scene;

import io.wirepath.causes.columns.ColumnPacker;
import io.wirepath.causes.columns.ColumnUnpacker;

/** A {@link Scene} as columns, to be solved elsewhere. */
public final class SceneColumns {

    private SceneColumns() {}

    public static void write(Scene scene, ColumnPacker to) {
        to.putLong(scene.callsOfAll);
        to.putLong(scene.tickNanos);
        to.putInt(scene.tasks);
        to.putInt(scene.calls);
        to.putInt(scene.classes);
        to.putInt(scene.labels);
        to.putInts(scene.taskClass);
        to.putLongs(scene.arrival);
        to.putLongs(scene.departure);
        to.putBooleans(scene.endIsKnown);
        to.putLongs(scene.again);
        to.putLongs(scene.until);
        to.putInts(scene.taskRequest);
        to.putInts(scene.taskNode);
        to.putLongs(scene.taskTalk);
        to.putBooleans(scene.closed);
        to.putInts(scene.label);
        to.putLongs(scene.sent);
        to.putLongs(scene.received);
        to.putInts(scene.callRequest);
        to.putInts(scene.callNode);
        to.putInts(scene.before);
        to.putBooleans(scene.handedOver);
        to.putLongs(scene.callTalk);
        to.putInts(scene.decided);
        to.putLongs(scene.afterAnswer);
    }

    /**
     * Reads a scene.
     *
     * @throws IllegalArgumentException where it is not whole
     */
    public static Scene read(ColumnUnpacker from) {
        long callsOfAll = from.getLong();
        Scene scene = new Scene(from.getLong(), from.getInt(), from.getInt(), from.getInt(), from.getInt());
        scene.callsOfAll = callsOfAll;
        fill(from.getInts(), scene.taskClass);
        fill(from.getLongs(), scene.arrival);
        fill(from.getLongs(), scene.departure);
        fill(from.getBooleans(), scene.endIsKnown);
        fill(from.getLongs(), scene.again);
        fill(from.getLongs(), scene.until);
        fill(from.getInts(), scene.taskRequest);
        fill(from.getInts(), scene.taskNode);
        fill(from.getLongs(), scene.taskTalk);
        fill(from.getBooleans(), scene.closed);
        fill(from.getInts(), scene.label);
        fill(from.getLongs(), scene.sent);
        fill(from.getLongs(), scene.received);
        fill(from.getInts(), scene.callRequest);
        fill(from.getInts(), scene.callNode);
        fill(from.getInts(), scene.before);
        fill(from.getBooleans(), scene.handedOver);
        fill(from.getLongs(), scene.callTalk);
        fill(from.getInts(), scene.decided);
        fill(from.getLongs(), scene.afterAnswer);
        return scene;
    }

    private static void fill(int[] read, int[] to) {
        check(read.length, to.length);
        System.arraycopy(read, 0, to, 0, to.length);
    }

    private static void fill(long[] read, long[] to) {
        check(read.length, to.length);
        System.arraycopy(read, 0, to, 0, to.length);
    }

    private static void fill(boolean[] read, boolean[] to) {
        check(read.length, to.length);
        System.arraycopy(read, 0, to, 0, to.length);
    }

    private static void check(int read, int wanted) {
        if (read != wanted) {
            throw new IllegalArgumentException("a column of " + read + " where " + wanted + " are wanted");
        }
    }
}
