/** Happened-before queries: the language of Mace, Roelke, Fonseca: Pivot Tracing, SOSP 2015, §3. */
grammar CausalQuery;

options { caseInsensitive = true; }

script : (definition SEMICOLON)* query SEMICOLON? EOF ;

definition : WORD (DEFINED | EQUAL) query ;

query : from clause* ;

from : FROM variable IN source ;

clause
    : JOIN variable IN choice ON causality      # join
    | JOIN variable IN source ON equality       # joinEqual
    | WHERE expression                          # where
    | LET variable EQUAL expression             # let
    | GROUPBY expression (COMMA expression)*    # groupBy
    | SELECT column (COMMA column)*             # select
    | ORDERBY expression (ASC | DESC)?          # orderBy
    | LIMIT NUMBER                              # limit
    ;

causality : left=variable (ARROW | DESCENDANT) right=variable threshold? ;

equality : left=variable DOT leftName=name (EQUAL | EQUALS) right=variable DOT rightName=name ;

threshold : CERTAIN | LIKELY | ATLEAST NUMBER ;

choice
    : (FIRST | MOSTRECENT) LEFT source RIGHT                                        # one
    | (FIRSTN | MOSTRECENTN) LEFT (NUMBER COMMA source | source COMMA NUMBER) RIGHT # several
    | source                                                                        # every
    ;

source : part ((COMMA | UNION) part)* ;

part : WORD | LEFT query RIGHT ;

column : expression (AS variable)? ;

expression
    : MINUS expression                                                          # negative
    | expression op=(TIMES | OVER | MODULO) expression                          # product
    | expression op=(PLUS | MINUS) expression                                   # sum
    | expression op=(EQUAL | EQUALS | UNEQUAL | LESS | ATMOST | GREATER | NOTLESS | MATCHES | MATCHESNOT) expression # comparison
    | expression NOT? IN LEFT literal (COMMA literal)* RIGHT                    # oneOf
    | NOT expression                                                            # not
    | expression AND expression                                                 # and
    | expression OR expression                                                  # or
    | LEFT expression RIGHT                                                     # inner
    | literal                                                                   # constant
    | variable DOT name                                                         # field
    | function LEFT (DISTINCT? expression (COMMA expression)* | TIMES)? RIGHT   # call
    | variable                                                                  # reference
    ;

function : WORD | DISTINCT ;

literal : MINUS? NUMBER | TEXT | TRUE | FALSE ;

variable : WORD ;

name : WORD | FROM | IN | JOIN | ON | WHERE | LET | GROUPBY | SELECT | ORDERBY | LIMIT | AS | UNION | FIRST | MOSTRECENT
     | FIRSTN | MOSTRECENTN | CERTAIN | LIKELY | ATLEAST | DISTINCT | AND | OR | NOT | TRUE | FALSE | ASC | DESC ;

FROM : 'from' ;
IN : 'in' ;
JOIN : 'join' ;
ON : 'on' ;
WHERE : 'where' ;
LET : 'let' ;
GROUPBY : 'groupby' | 'group' BLANK+ 'by' ;
SELECT : 'select' ;
ORDERBY : 'orderby' | 'order' BLANK+ 'by' ;
LIMIT : 'limit' ;
AS : 'as' ;
UNION : 'union' | '∪' ;
FIRST : 'first' ;
MOSTRECENT : 'mostrecent' ;
FIRSTN : 'firstn' ;
MOSTRECENTN : 'mostrecentn' ;
CERTAIN : 'certain' ;
LIKELY : 'likely' ;
ATLEAST : 'atleast' ;
DISTINCT : 'distinct' ;
AND : 'and' | '&&' ;
OR : 'or' | '||' ;
NOT : 'not' | '!' ;
TRUE : 'true' ;
FALSE : 'false' ;
ASC : 'asc' ;
DESC : 'desc' ;

ARROW : '->' | '→' ;
DESCENDANT : '>>' ;
DEFINED : ':=' ;
EQUALS : '==' ;
UNEQUAL : '!=' | '<>' | '≠' ;
ATMOST : '<=' | '≤' ;
NOTLESS : '>=' | '≥' ;
MATCHES : '=~' | '~' ;
MATCHESNOT : '!~' ;
EQUAL : '=' ;
LESS : '<' ;
GREATER : '>' ;
LEFT : '(' ;
RIGHT : ')' ;
COMMA : ',' ;
SEMICOLON : ';' ;
DOT : '.' ;
TIMES : '*' ;
OVER : '/' ;
MODULO : '%' ;
PLUS : '+' ;
MINUS : '-' | '−' ;

NUMBER : DIGIT+ ('.' DIGIT+)? UNIT? ;
TEXT : '\'' (~['\r\n] | '\'\'')* '\'' | '"' (~["\r\n] | '""')* '"' ;
WORD : LETTER (LETTER | DIGIT)* ;
SPACE : BLANK+ -> skip ;
COMMENT : '#' ~[\r\n]* -> skip ;
STRANGE : . ;

fragment UNIT : 'ns' | 'us' | 'µs' | 'ms' | 's' | 'min' | 'h' | 'kB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB' | 'B' ;
fragment DIGIT : [0-9] ;
fragment LETTER : [\p{L}_] ;
fragment BLANK : [ \t\r\n] ;
