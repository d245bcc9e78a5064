package io.wirepath.flows.message.framer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationNameTest {

    private static String of(Pattern tokens, String statement) {
        byte[] bytes = statement.getBytes(StandardCharsets.ISO_8859_1);
        return String.valueOf(OperationName.ofStatement(tokens, ByteBuffer.wrap(bytes), 0, bytes.length));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "select a, b from stock where x = 1 | SELECT /stock",
                "select ' from secret', y from t | SELECT /t",
                "select 'it''s from secret', y from t | SELECT /t",
                "/* from secret */ insert into cart (a) values ('x') | INSERT /cart",
                "UPDATE ONLY cart SET a = 'from secret' | UPDATE /cart",
                "select count(*) from (select a from t) x | SELECT /t",
                "select 'not closed from secret | SELECT",
                "select extract(year from day) from stock | SELECT /stock",
                "select trim(both 'x' from name), substring(a from 2) from stock | SELECT /stock",
                "select extract(epoch from (select max(day) from sales)) from stock | SELECT /sales",
                "select a is not distinct from b from stock | SELECT /stock",
                "select extract(year from day) | SELECT",
                "insert into log select a from b | INSERT /log",
                "with x as (select a from b) delete from x | WITH /b",
            })
    void tellsTheVerbAndTheFirstTable(String statement, String operation) {
        assertEquals(operation, of(OperationName.POSTGRESQL, statement));
        assertEquals(operation, of(OperationName.MYSQL, statement));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "select x from \"my shop\".\"my stock\" | SELECT /my stock",
                "select \"a from b\" from t | SELECT /t",
                "select E'it\\' from secret', 1 | SELECT",
                "select 'C:\\' from t | SELECT /t",
                "select $$ from secret $$, $a$ from secret $a$ | SELECT",
                "select a from t where b = $1 and c = $2 | SELECT /t",
            })
    void quotesNamesForPostgres(String statement, String operation) {
        assertEquals(operation, of(OperationName.POSTGRESQL, statement));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "select x from `my shop`.`my stock` | SELECT /my stock",
                "select \"a from secret\", 1 | SELECT",
                "select 'it\\' from secret', 1 | SELECT",
                "select \"it\\\" from secret\", 1 | SELECT",
                "select trim(leading 'x' from \"secret\") | SELECT",
                "select \"not closed from secret\\ | SELECT",
                "select 1 # from secret | SELECT",
            })
    void quotesTextsForMySql(String statement, String operation) {
        assertEquals(operation, of(OperationName.MYSQL, statement));
    }

    @Test
    void takesWhatIsMadeToBeLong() {
        String text = "'\\'".repeat(5000);
        assertEquals("SELECT", of(OperationName.MYSQL, "select " + text));
        assertEquals("SELECT", of(OperationName.POSTGRESQL, "select " + "\"".repeat(10_001)));
    }
}
