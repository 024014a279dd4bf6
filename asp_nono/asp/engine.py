"""The names of clingo's Python interface that asp-nono uses; no other module imports clingo.

ARCHITECTURE.md lists what clingo 6 will change, and where. To import this module is to load clingo:
code that often needs none imports it in a function.
"""

from clingo import (
    Control,
    Function,
    MessageCode,
    Model,
    Number,
    Observer,
    PropagateControl,
    PropagateInit,
    PropagatorCheckMode,
    SolveHandle,
    SolveResult,
    Symbol,
    SymbolType,
    TruthValue,
    parse_term,
)
from clingo.ast import (
    AST,
    ASTSequence,
    ASTType,
    BinaryOperation,
    BinaryOperator,
    ComparisonOperator,
    ProgramBuilder,
    SymbolicTerm,
    Transformer,
    UnaryOperation,
    UnaryOperator,
    Variable,
    parse_files,
    parse_string,
)
from clingo.theory import Theory

__all__ = [
    "AST",
    "ASTSequence",
    "ASTType",
    "BinaryOperation",
    "BinaryOperator",
    "ComparisonOperator",
    "Control",
    "Function",
    "MessageCode",
    "Model",
    "Number",
    "Observer",
    "ProgramBuilder",
    "PropagateControl",
    "PropagateInit",
    "PropagatorCheckMode",
    "SolveHandle",
    "SolveResult",
    "Symbol",
    "SymbolType",
    "SymbolicTerm",
    "Theory",
    "Transformer",
    "TruthValue",
    "UnaryOperation",
    "UnaryOperator",
    "Variable",
    "parse_files",
    "parse_string",
    "parse_term",
]
