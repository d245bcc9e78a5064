package io.wirepath.analyze.query.language;

import io.wirepath.analyze.query.grammar.CausalQueryLexer;
import io.wirepath.analyze.query.grammar.CausalQueryParser;
import java.util.Map;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Token;

/** Reads the text of queries (SOSP 2015 §3). Pure and thread-safe. */
public final class QueryText {

    /** Most characters of a text: longer ones are not written by people. */
    public static final int MAX_CHARACTERS = 10_000;

    private static final int MAX_TOKENS = 2_000;
    private static final int DEEPEST = 60;

    private QueryText() {}

    /**
     * A query with those it is made of.
     *
     * @param definitions queries by name, in order; each may use those before it
     * @param query the query that is asked
     */
    public record Script(Map<String, ParsedQuery> definitions, ParsedQuery query) {}

    /**
     * Reads a query.
     *
     * @throws QueryException with the place of the first mistake, what was expected there, and the nearest word
     */
    public static Script parse(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw new QueryException("the text has " + text.length() + " characters, and may have " + MAX_CHARACTERS);
        }
        CausalQueryLexer lexer = new CausalQueryLexer(CharStreams.fromString(text));
        lexer.removeErrorListeners();
        CommonTokenStream tokens = new CommonTokenStream(lexer);
        tokens.fill();
        checkDepth(tokens);
        CausalQueryParser parser = new CausalQueryParser(tokens);
        parser.removeErrorListeners();
        parser.addErrorListener(new MistakeListener());
        return new TreeReader().script(parser.script());
    }

    private static void checkDepth(CommonTokenStream tokens) {
        if (tokens.size() > MAX_TOKENS) {
            throw new QueryException("the text has " + tokens.size() + " words, and may have " + MAX_TOKENS);
        }
        int depth = 0;
        int prefixes = 0;
        for (Token token : tokens.getTokens()) {
            int type = token.getType();
            depth += type == CausalQueryLexer.LEFT ? 1 : type == CausalQueryLexer.RIGHT ? -1 : 0;
            prefixes = type == CausalQueryLexer.MINUS || type == CausalQueryLexer.NOT ? prefixes + 1 : 0;
            if (depth > DEEPEST || prefixes > DEEPEST) {
                throw new QueryException(
                        TreeReader.position(token), "it is nested more than " + DEEPEST + " deep; name parts with Let");
            }
        }
    }
}
