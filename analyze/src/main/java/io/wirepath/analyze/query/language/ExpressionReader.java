package io.wirepath.analyze.query.language;

import io.wirepath.analyze.query.grammar.CausalQueryBaseVisitor;
import io.wirepath.analyze.query.grammar.CausalQueryParser;
import io.wirepath.analyze.query.language.Expression.Binary;
import io.wirepath.analyze.query.language.Expression.Constant;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.Expression.Invocation;
import io.wirepath.analyze.query.language.Expression.OneOf;
import io.wirepath.analyze.query.language.Expression.Reference;
import io.wirepath.analyze.query.language.Expression.Unary;
import io.wirepath.analyze.query.language.Expression.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;

/** From the tree of an expression to the expression. */
final class ExpressionReader extends CausalQueryBaseVisitor<Expression> {

    private static final Pattern NUMBER = Pattern.compile("([0-9.]+)(\\D*)");

    private static final Map<String, Double> NANOS =
            Map.of("ns", 1.0, "us", 1e3, "µs", 1e3, "ms", 1e6, "s", 1e9, "min", 60e9, "h", 3600e9);

    private static final Map<String, Double> BYTES =
            Map.of("b", 1.0, "kb", 1e3, "mb", 1e6, "gb", 1e9, "kib", 0x1p10, "mib", 0x1p20, "gib", 0x1p30);

    private static final Map<String, String> OPERATORS =
            Map.of("==", "=", "<>", "!=", "≠", "!=", "≤", "<=", "≥", ">=", "=~", "~", "−", "-");

    @Override
    public Expression visitNegative(CausalQueryParser.NegativeContext tree) {
        return new Unary(TreeReader.position(tree.getStart()), "-", visit(tree.expression()));
    }

    @Override
    public Expression visitNot(CausalQueryParser.NotContext tree) {
        return new Unary(TreeReader.position(tree.getStart()), "not", visit(tree.expression()));
    }

    @Override
    public Expression visitProduct(CausalQueryParser.ProductContext tree) {
        return binary(tree.op, tree.expression());
    }

    @Override
    public Expression visitSum(CausalQueryParser.SumContext tree) {
        return binary(tree.op, tree.expression());
    }

    @Override
    public Expression visitComparison(CausalQueryParser.ComparisonContext tree) {
        return binary(tree.op, tree.expression());
    }

    @Override
    public Expression visitAnd(CausalQueryParser.AndContext tree) {
        return new Binary(
                TreeReader.position(tree.AND().getSymbol()),
                "and",
                visit(tree.expression(0)),
                visit(tree.expression(1)));
    }

    @Override
    public Expression visitOr(CausalQueryParser.OrContext tree) {
        return new Binary(
                TreeReader.position(tree.OR().getSymbol()), "or", visit(tree.expression(0)), visit(tree.expression(1)));
    }

    @Override
    public Expression visitOneOf(CausalQueryParser.OneOfContext tree) {
        List<Constant> values =
                tree.literal().stream().map(ExpressionReader::constant).toList();
        Position position = TreeReader.position(tree.IN().getSymbol());
        OneOf oneOf = new OneOf(position, visit(tree.expression()), values);
        return tree.NOT() == null ? oneOf : new Unary(position, "not", oneOf);
    }

    @Override
    public Expression visitInner(CausalQueryParser.InnerContext tree) {
        return visit(tree.expression());
    }

    @Override
    public Expression visitConstant(CausalQueryParser.ConstantContext tree) {
        return constant(tree.literal());
    }

    @Override
    public Expression visitField(CausalQueryParser.FieldContext tree) {
        return new FieldOf(
                TreeReader.position(tree.name().getStart()),
                tree.variable().getText(),
                tree.name().getText());
    }

    @Override
    public Expression visitReference(CausalQueryParser.ReferenceContext tree) {
        return new Reference(TreeReader.position(tree.getStart()), tree.getText());
    }

    @Override
    public Expression visitCall(CausalQueryParser.CallContext tree) {
        return new Invocation(
                TreeReader.position(tree.getStart()),
                tree.function().getText().toLowerCase(Locale.ROOT),
                tree.DISTINCT() != null,
                tree.expression().stream().map(this::visit).toList());
    }

    private Binary binary(Token operator, List<CausalQueryParser.ExpressionContext> operands) {
        String text = operator.getText();
        return new Binary(
                TreeReader.position(operator),
                OPERATORS.getOrDefault(text, text),
                visit(operands.get(0)),
                visit(operands.get(1)));
    }

    private static Constant constant(CausalQueryParser.LiteralContext tree) {
        Position position = TreeReader.position(tree.getStart());
        if (tree.TEXT() != null) {
            String quoted = tree.TEXT().getText();
            String quote = quoted.substring(0, 1);
            return new Constant(
                    position, quoted.substring(1, quoted.length() - 1).replace(quote + quote, quote), Unit.TEXT);
        }
        if (tree.NUMBER() == null) {
            return new Constant(position, tree.TRUE() != null, Unit.BOOLEAN);
        }
        Constant number = number(tree.NUMBER().getSymbol());
        return tree.MINUS() == null ? number : new Constant(position, -(Double) number.value(), number.unit());
    }

    /** A number with its unit: times in nanoseconds, sizes in bytes. */
    static Constant number(Token token) {
        Matcher parts = NUMBER.matcher(token.getText());
        if (!parts.matches()) {
            throw new QueryException(TreeReader.position(token), "expected a number");
        }
        double value = Double.parseDouble(parts.group(1));
        String unit = parts.group(2).toLowerCase(Locale.ROOT);
        if (NANOS.containsKey(unit)) {
            return new Constant(TreeReader.position(token), value * NANOS.get(unit), Unit.NANOSECONDS);
        }
        return BYTES.containsKey(unit)
                ? new Constant(TreeReader.position(token), value * BYTES.get(unit), Unit.BYTES)
                : new Constant(TreeReader.position(token), value, Unit.NONE);
    }
}
