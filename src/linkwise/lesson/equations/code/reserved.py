"""Words of the languages that no letter or class of a model may be called by."""

WORDS = """
abstract and as assert async await auto baremodule begin bool boolean break byte case catch char
class classdef const continue def default del delete do double elif else elseif end enum except
explicit export extends extern false final finally float for friend from function global goto if
implements import in inline instanceof int interface is lambda let local long macro methods module
mutable namespace native new nonlocal not null operator or otherwise package parfor pass persistent
private properties protected public quote raise register restrict return short signed sizeof spmd
static strictfp struct super switch synchronized template this throw throws transient true try
typedef typename union unsigned until unwind using var virtual void volatile while with xor yield
False None True C D E I K N O Cos Sin Sign pi i j e ans np std n sum h cos sin sign zeros
q qd qdd tau bias M G F V p self obj arm
"""
RESERVED = frozenset(WORDS.split())
CLASSES = """
Abs And ArithmeticException Base ErrorException Flatten Float64 LinearSolve List Math Matrix Max
Module String System Table Vector
"""
RESERVED_CLASSES = RESERVED.union(CLASSES.split())
