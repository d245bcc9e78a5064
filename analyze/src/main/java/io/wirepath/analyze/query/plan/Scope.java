package io.wirepath.analyze.query.plan;

import io.wirepath.analyze.query.event.EventField;
import io.wirepath.analyze.query.event.EventSource;
import io.wirepath.analyze.query.language.Expression;
import io.wirepath.analyze.query.language.Expression.FieldOf;
import io.wirepath.analyze.query.language.Expression.Reference;
import io.wirepath.analyze.query.language.Position;
import io.wirepath.analyze.query.language.QueryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The names of a query: its variables, in the order in which they are joined, and what Let named. */
final class Scope {

    /** A variable with where its events come from. */
    record Variable(String name, EventSource source) {}

    private final List<Variable> variables = new ArrayList<>();
    private final Map<String, Expression> lets;
    private final Set<String> used = new TreeSet<>();

    Scope(Map<String, Expression> lets) {
        this.lets = lets;
    }

    int add(Position position, String name, EventSource source) {
        if (find(name) >= 0) {
            throw new QueryException(position, "the name " + name + " is taken; give each source a name of its own");
        }
        if (lets.containsKey(name)) {
            throw new QueryException(position, "the name " + name + " is that of a Let; choose another");
        }
        variables.add(new Variable(name, source));
        return variables.size() - 1;
    }

    int size() {
        return variables.size();
    }

    Variable get(int index) {
        return variables.get(index);
    }

    int find(String name) {
        for (int i = 0; i < variables.size(); i++) {
            if (variables.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    int variable(Position position, String name) {
        int index = find(name);
        if (index < 0) {
            throw QueryException.unknown(
                    position,
                    "there is no variable " + name,
                    name,
                    variables.stream().map(Variable::name).toList());
        }
        return index;
    }

    @Nullable
    Expression let(String name) {
        return lets.get(name);
    }

    /** The field of this name, marked as used. */
    EventField field(FieldOf of) {
        Variable variable = variables.get(variable(of.position(), of.variable()));
        for (EventField field : variable.source().fields()) {
            if (field.name().equalsIgnoreCase(of.field())) {
                used.add(variable.name() + "." + field.name());
                return field;
            }
        }
        throw QueryException.unknown(
                of.position(),
                variable.source().name() + " have no field " + of.field(),
                of.field(),
                variable.source().fields().stream().map(EventField::name).toList());
    }

    /** The one column of a nested query, for a variable that stands alone. */
    EventField only(Reference reference) {
        Variable variable = variables.get(find(reference.name()));
        List<EventField> fields = variable.source().fields();
        if (fields.size() != 1) {
            throw QueryException.unknown(
                    reference.position(),
                    "name a field of " + reference.name() + ", as in " + reference.name() + "."
                            + fields.get(0).name(),
                    "",
                    fields.stream().map(EventField::name).toList());
        }
        used.add(variable.name() + "." + fields.get(0).name());
        return fields.get(0);
    }

    /** Fields that the query uses of a variable. */
    List<String> usedOf(int variable) {
        String prefix = variables.get(variable).name() + ".";
        return used.stream()
                .filter(each -> each.startsWith(prefix))
                .map(each -> each.substring(prefix.length()))
                .toList();
    }

    /** The variables that an expression uses. */
    Set<Integer> variablesOf(Expression expression) {
        Set<Integer> found = new TreeSet<>();
        collect(expression, found);
        return found;
    }

    private void collect(Expression expression, Set<Integer> to) {
        if (expression instanceof FieldOf field) {
            to.add(variable(field.position(), field.variable()));
        } else if (expression instanceof Reference reference) {
            Expression let = lets.get(reference.name());
            if (let != null) {
                collect(let, to);
            } else if (find(reference.name()) >= 0) {
                to.add(find(reference.name()));
            }
        }
        expression.parts().forEach(part -> collect(part, to));
    }
}
