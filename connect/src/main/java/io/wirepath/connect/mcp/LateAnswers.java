package io.wirepath.connect.mcp;

import io.wirepath.pipeline.Failure;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Answers from what may still be analysed: a caller is greeted at once, and waits with the first question. Thread-safe.
 */
final class LateAnswers {

    private final FutureTask<ToolAnswers> source;

    private LateAnswers(Callable<ToolAnswers> work) {
        source = new FutureTask<>(work);
    }

    /** Answers that need no work before. */
    static LateAnswers now(ToolAnswers source) {
        LateAnswers answers = new LateAnswers(() -> source);
        answers.source.run();
        return answers;
    }

    /** Begins the work in a thread of its own. */
    static LateAnswers after(Callable<ToolAnswers> work) {
        LateAnswers answers = new LateAnswers(work);
        Thread thread = new Thread(answers.source, "wirepath-analysis");
        thread.setDaemon(true);
        thread.start();
        return answers;
    }

    /**
     * The answers, once they are there.
     *
     * @throws Failure where the work failed
     */
    ToolAnswers ready() {
        try {
            return source.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("the analysis was not waited for", e);
        } catch (ExecutionException e) {
            throw new Failure(
                    e.getCause() instanceof Exception cause ? Failure.line(cause) : String.valueOf(e.getCause()), e);
        }
    }
}
