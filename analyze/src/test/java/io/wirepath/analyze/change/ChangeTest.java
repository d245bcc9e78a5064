package io.wirepath.analyze.change;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.wirepath.causes.MessageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeTest {

    /** One that begins and ends at these moments in turn; without the last end it lasts. */
    private static Change at(String moments) {
        long[] at = Arrays.stream(moments.split(" ")).mapToLong(Long::parseLong).toArray();
        boolean lasts = at.length % 2 == 1;
        long end = lasts ? MessageTable.NIL : at[at.length - 1];
        List<Change.Pause> pauses = new ArrayList<>();
        for (int i = 1; i + 1 < at.length; i += 2) {
            pauses.add(new Change.Pause(at[i], at[i + 1]));
        }
        long level = lasts ? Long.MAX_VALUE : end;
        return new Change(at[0], at[0], at[0], end, end, end, level, Long.MIN_VALUE, Long.MAX_VALUE, 0, 1e-9, pauses);
    }

    @ParameterizedTest
    @CsvSource({
        "2 7 10 14,8 12,true",
        "2 7 10 14,7 10,false",
        "2 7 10 14,14 20,false",
        "2 7 10 14,1 3,true",
        "2 7 10,20,true",
        "2 7 12 14,7 12 14 20,false",
        "2 7 12 14,8 9 13 20,true"
    })
    void twoMeetWhereBothGoOnAtOneMoment(String one, String other, boolean meet) {
        assertEquals(meet, at(one).meets(at(other)));
        assertEquals(meet, at(other).meets(at(one)));
    }

    @Test
    void comesAgainWithWhatGoesOnEachTime() {
        Change other = at("2 7 10 14 18 22");
        assertEquals(true, at("2 7 10 14 18 22").comesAgainWith(other));
        assertEquals(true, at("2").comesAgainWith(other));
        assertEquals(true, at("2 7 11 13 19").comesAgainWith(other));
        assertEquals(false, at("2 7 10 14").comesAgainWith(other));
        assertEquals(false, at("2 7").comesAgainWith(other));
        assertEquals(true, at("2 7").comesAgainWith(at("3")));
    }

    @Test
    void comesAgainAsWhatBeginsAndPausesLikeIt() {
        Change other = at("2 7 10 14");
        assertEquals(true, at("2 6 10 15").comesAgainAs(other));
        assertEquals(false, at("2").comesAgainAs(other));
        assertEquals(false, at("2 7 10 14 18 22").comesAgainAs(other));
        assertEquals(true, at("2").comesAgainAs(at("3 9")));
    }

    @Test
    void anyTimeMayBeginWithAnother() {
        assertEquals(true, at("2 7 10 14").anyBeginsWith(at("9"), 1));
        assertEquals(false, at("2 7 10 14").anyBeginsWith(at("8"), 1));
        assertEquals(false, at("9").anyBeginsWith(at("2 7 10 14"), 1));
    }
}
