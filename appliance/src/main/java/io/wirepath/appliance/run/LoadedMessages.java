package io.wirepath.appliance.run;

import io.wirepath.analyze.MessageTable;
import io.wirepath.analyze.loading.MessageDetails;
import io.wirepath.appliance.report.CaptureHealth;
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
        List<CaptureHealth> inputs,
        List<String> notes,
        @Nullable MergeResult merge) {}
