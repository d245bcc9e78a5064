package io.wirepath.analyze.query.language;

import io.wirepath.analyze.query.grammar.CausalQueryParser;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.ParsedQuery.Column;
import io.wirepath.analyze.query.language.ParsedQuery.Joining;
import io.wirepath.analyze.query.language.ParsedQuery.Named;
import io.wirepath.analyze.query.language.ParsedQuery.Nested;
import io.wirepath.analyze.query.language.ParsedQuery.Order;
import io.wirepath.analyze.query.language.ParsedQuery.Scan;
import io.wirepath.analyze.query.language.ParsedQuery.SourceTerm;
import io.wirepath.analyze.query.language.ParsedQuery.Which;
import io.wirepath.analyze.query.language.QueryText.Script;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** From the tree that the grammar gives to a query. Used once. */
final class TreeReader {

    private static final double CERTAIN = 0.95;
    private static final double LIKELY = 0.5;
    private static final int MAX_JOINS = 8;

    Script script(CausalQueryParser.ScriptContext tree) {
        Map<String, ParsedQuery> definitions = new LinkedHashMap<>();
        for (CausalQueryParser.DefinitionContext each : tree.definition()) {
            definitions.put(each.WORD().getText(), query(each.query()));
        }
        return new Script(definitions, query(tree.query()));
    }

    /** Where a token stands. */
    static Position position(Token token) {
        String word = token.getType() == Token.EOF ? "" : token.getText();
        return new Position(token.getLine(), token.getCharPositionInLine() + 1, word);
    }

    private ParsedQuery query(CausalQueryParser.QueryContext tree) {
        Clauses clauses = new Clauses();
        tree.clause().forEach(clauses::take);
        return new ParsedQuery(
                scan(tree.from().variable(), tree.from().source()),
                clauses.joins,
                clauses.lets,
                clauses.where,
                clauses.groupBy,
                clauses.select,
                clauses.order,
                clauses.limit);
    }

    private Scan scan(CausalQueryParser.VariableContext variable, CausalQueryParser.SourceContext source) {
        List<SourceTerm> parts = new ArrayList<>();
        for (CausalQueryParser.PartContext part : source.part()) {
            Position position = position(part.getStart());
            parts.add(
                    part.query() == null
                            ? new Named(position, part.getText())
                            : new Nested(position, query(part.query())));
        }
        return new Scan(position(variable.getStart()), variable.getText(), parts);
    }

    /** The clauses of a query, which may come in any order. */
    private final class Clauses {

        private final ExpressionReader expressions = new ExpressionReader();
        private final List<Joining> joins = new ArrayList<>();
        private final Map<String, Expression> lets = new LinkedHashMap<>();
        private final List<Expression> where = new ArrayList<>();
        private final List<Expression> groupBy = new ArrayList<>();
        private final List<Column> select = new ArrayList<>();
        private @Nullable Order order;
        private int limit = Integer.MAX_VALUE;

        void take(CausalQueryParser.ClauseContext clause) {
            if (clause instanceof CausalQueryParser.JoinContext join) {
                add(join);
            } else if (clause instanceof CausalQueryParser.JoinEqualContext join) {
                add(join);
            } else if (clause instanceof CausalQueryParser.WhereContext condition) {
                where.add(expressions.visit(condition.expression()));
            } else if (clause instanceof CausalQueryParser.LetContext let) {
                lets.put(let.variable().getText(), expressions.visit(let.expression()));
            } else if (clause instanceof CausalQueryParser.GroupByContext group) {
                group.expression().forEach(each -> groupBy.add(expressions.visit(each)));
            } else if (clause instanceof CausalQueryParser.SelectContext columns) {
                columns.column()
                        .forEach(each -> select.add(new Column(
                                expressions.visit(each.expression()),
                                each.variable() == null ? null : each.variable().getText())));
            } else if (clause instanceof CausalQueryParser.OrderByContext by) {
                order = new Order(expressions.visit(by.expression()), by.DESC() != null);
            } else if (clause instanceof CausalQueryParser.LimitContext most) {
                limit = whole(most.NUMBER().getSymbol());
            }
        }

        private void add(Position at, Joining join) {
            if (joins.size() == MAX_JOINS) {
                throw new QueryException(at, "a query has at most " + MAX_JOINS + " joins; nest queries instead");
            }
            joins.add(join);
        }

        private void add(CausalQueryParser.JoinEqualContext join) {
            CausalQueryParser.EqualityContext on = join.equality();
            Position left = position(on.left.getStart());
            Position right = position(on.right.getStart());
            add(
                    position(join.getStart()),
                    new Joining(
                            scan(join.variable(), join.source()),
                            Which.EVERY,
                            Integer.MAX_VALUE,
                            on.left.getText(),
                            left,
                            on.right.getText(),
                            right,
                            0,
                            List.of(
                                    new FieldOf(left, on.left.getText(), on.leftName.getText()),
                                    new FieldOf(right, on.right.getText(), on.rightName.getText()))));
        }

        private void add(CausalQueryParser.JoinContext join) {
            CausalQueryParser.CausalityContext on = join.causality();
            CausalQueryParser.ChoiceContext choice = join.choice();
            Which which = Which.EVERY;
            int number = Integer.MAX_VALUE;
            CausalQueryParser.SourceContext source;
            if (choice instanceof CausalQueryParser.OneContext one) {
                which = one.FIRST() != null ? Which.FIRST : Which.MAX_RECENT;
                number = 1;
                source = one.source();
            } else if (choice instanceof CausalQueryParser.SeveralContext several) {
                which = several.FIRSTN() != null ? Which.FIRST : Which.MAX_RECENT;
                number = whole(several.NUMBER().getSymbol());
                source = several.source();
            } else {
                source = ((CausalQueryParser.EveryContext) choice).source();
            }
            add(
                    position(join.getStart()),
                    new Joining(
                            scan(join.variable(), source),
                            which,
                            number,
                            on.left.getText(),
                            position(on.left.getStart()),
                            on.right.getText(),
                            position(on.right.getStart()),
                            atLeast(on.threshold()),
                            List.of()));
        }
    }

    private static double atLeast(CausalQueryParser.@Nullable ThresholdContext threshold) {
        if (threshold == null) {
            return 0;
        }
        if (threshold.NUMBER() == null) {
            return threshold.CERTAIN() != null ? CERTAIN : LIKELY;
        }
        double p = ExpressionReader.number(threshold.NUMBER().getSymbol()).value() instanceof Double d ? d : 0;
        if (p > 1) {
            throw new QueryException(position(threshold.NUMBER().getSymbol()), "a probability is from 0 to 1");
        }
        return p;
    }

    private static int whole(Token token) {
        if (!token.getText().matches("[0-9]{1,9}") || token.getText().matches("0+")) {
            throw new QueryException(position(token), "expected a whole number from 1 on");
        }
        return Integer.parseInt(token.getText());
    }
}
