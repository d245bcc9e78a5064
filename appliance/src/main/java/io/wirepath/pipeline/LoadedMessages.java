package io.wirepath.pipeline;

import io.wirepath.causes.MessageTable;
import io.wirepath.causes.loading.MessageDetails;
import io.wirepath.merge.SnifferRecord;
import io.wirepath.merge.result.MergeResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a store in the form that the analysis takes.
 *
 * @param table the messages
 * @param details what only exports need
 * @param inputs the captures that they came from, in the order of the sniffers' numbers
 * @param notes what a reader must know to judge the messages
 * @param merge what the merge learnt besides, or null where the store does not say
 */
public record LoadedMessages(
        MessageTable table,
        MessageDetails details,
        List<SnifferRecord> inputs,
        List<String> notes,
        @Nullable MergeResult merge) {}
