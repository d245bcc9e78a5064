package io.wirepath.analyze.query.language;

import io.wirepath.analyze.query.grammar.CausalQueryLexer;
import io.wirepath.causes.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.jspecify.annotations.Nullable;

/** Makes of the first mistake of a text an exception: where, what was expected, and the nearest word. */
final class MistakeListener extends BaseErrorListener {

    private static final int MANY = 8;

    @Override
    public void syntaxError(
            Recognizer<?, ?> recognizer,
            @Nullable Object symbol,
            int line,
            int column,
            String message,
            @Nullable RecognitionException cause) {
        Position position =
                symbol instanceof Token token ? TreeReader.position(token) : new Position(line, column + 1, "");
        List<String> expected = expected(recognizer, cause);
        if (symbol instanceof Token token && token.getTokenIndex() > 0 && expected.contains(":=")) {
            position =
                    TreeReader.position(((Parser) recognizer).getTokenStream().get(0));
            expected = List.of("From");
        } else if (expected.contains("the end")) {
            expected = List.of("a clause (Join, Where, Let, GroupBy, Select, OrderBy, Limit) or the end");
        }
        String nearest = NearestName.of(position.word().toLowerCase(Locale.ROOT), words())
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
        throw new QueryException(
                position,
                "expected " + (expected.size() > MANY ? "a value or something else" : String.join(", ", expected))
                        + nearest);
    }

    /** The words of the language. */
    private static List<String> words() {
        return List.of(
                "from",
                "in",
                "join",
                "on",
                "where",
                "let",
                "groupby",
                "select",
                "orderby",
                "limit",
                "as",
                "union",
                "first",
                "mostrecent",
                "firstn",
                "mostrecentn",
                "certain",
                "likely",
                "atleast",
                "distinct",
                "and",
                "or",
                "not");
    }

    private static List<String> expected(Recognizer<?, ?> recognizer, @Nullable RecognitionException cause) {
        IntervalSet set = cause != null && cause.getExpectedTokens() != null
                ? cause.getExpectedTokens()
                : ((Parser) recognizer).getExpectedTokens();
        List<String> names = new ArrayList<>();
        for (int type : set.toList()) {
            String name = name(type, recognizer);
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static String name(int type, Recognizer<?, ?> recognizer) {
        return switch (type) {
            case Token.EOF -> "the end";
            case CausalQueryLexer.WORD -> "a name";
            case CausalQueryLexer.NUMBER -> "a number";
            case CausalQueryLexer.TEXT -> "a text in quotes";
            case CausalQueryLexer.ARROW -> "->";
            case CausalQueryLexer.GROUPBY -> "GroupBy";
            case CausalQueryLexer.ORDERBY -> "OrderBy";
            case CausalQueryLexer.MOSTRECENT -> "MostRecent";
            case CausalQueryLexer.MOSTRECENTN -> "MostRecentN";
            case CausalQueryLexer.FIRSTN -> "FirstN";
            case CausalQueryLexer.ATLEAST -> "AtLeast";
            default -> word(recognizer.getVocabulary().getDisplayName(type));
        };
    }

    private static String word(String display) {
        String bare = display.startsWith("'") ? display.substring(1, display.length() - 1) : display;
        return bare.matches("[A-Za-z]{2,}")
                ? bare.substring(0, 1).toUpperCase(Locale.ROOT)
                        + bare.substring(1).toLowerCase(Locale.ROOT)
                : bare;
    }
}
