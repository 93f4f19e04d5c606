"""Jinja, quicker at what our templates do most: print, read keys of JSON and attributes, call and import macros."""

from collections.abc import MutableMapping
from threading import RLock
from typing import Any
from weakref import ref

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame, optimizeconst
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup, _escape_inner  # type: ignore[attr-defined]

OWN = frozenset(dir(dict))
inner = _escape_inner
"""What `markupsafe.escape` does to a str, as a plain str: compiled templates use it."""


class QuickCode(CodeGenerator):
    """Compiles `{{ ... }}` and `object.key` to expressions that call nothing in the commonest case."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _is_plain(frame, finalize):
            self.write("(said_ if (kind_ := type(said_ := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _is_plain(frame, finalize):
            self.write(
                "))) is Markup else inner_(said_) if kind_ is str else str(said_) if kind_ is int else escape(said_))"
            )
        else:
            super()._output_child_post(node, frame, finalize)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  as Jinja names it
        """Of a dict its key, unless it is something that all dicts have; of anything else its attribute."""
        name = repr(node.attr)
        if node.attr in OWN:
            self.write("(got_ if (got_ := getattr(of_ := (")
            self.visit(node.node, frame)
            self.write(f"), {name}, missing)) is not missing else environment.getattr(of_, {name}))")
            return
        self.write(f"(of_[{name}] if type(of_ := (")
        self.visit(node.node, frame)
        self.write(f")) is dict and {name} in of_ else got_ if (got_ := getattr(of_, {name}, missing)) is not missing")
        self.write(f" else environment.getattr(of_, {name}))")

    @optimizeconst
    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """A call with arguments in their order only goes by `QuickContext.said`."""
        if forward_caller or node.kwargs or node.dyn_args is not None or node.dyn_kwargs is not None:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write("context.said(")
        for part in (node.node, *node.args):
            self.visit(part, frame)
            self.write(", ")
        self.write(")")

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """With what our code needs besides."""
        self.writeline(f"from {__name__} import inner as inner_")
        super().visit_Template(node, frame)


def _is_plain(frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> bool:
    return not frame.eval_ctx.volatile and frame.eval_ctx.autoescape and finalize.src is None


class QuickContext(Context):
    """How templates call."""

    def said(self, called: Any, /, *arguments: Any) -> Any:
        """What `call` says of arguments in their order. Functions that want to know loop variables are not ours."""
        return self.call(called, *arguments)


def invoke(macro: Macro, arguments: tuple[Any, ...]) -> str:
    """What `macro(*arguments)` says, mostly without asking what the arguments could be instead."""
    if len(arguments) != macro._argument_count or macro.caller or macro.catch_kwargs or macro.catch_varargs:
        return macro(*arguments)
    if not macro._default_autoescape:
        return macro(*arguments)
    return str.__new__(Markup, macro._func(*arguments))


class QuickTemplate(Template):
    """Imported once for all: our templates have the same globals, and Jinja would compare those at each import."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class QuickEnvironment(Environment):
    """All else is Jinja's own environment."""

    code_generator_class = QuickCode
    context_class = QuickContext
    template_class = QuickTemplate

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.cache = {}  # none of ours is ever forgotten
        self._loading = RLock()

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002  as Jinja names it
    ) -> Template:
        """The one of that name, loaded once for all threads: of two each would have macros of its own."""
        assert self.loader is not None
        assert self.cache is not None
        found: Template | None = self.cache.get((ref(self.loader), name))  # type: ignore[arg-type]
        if found is None:
            with self._loading:
                found = super().get_template(name, parent, globals)
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Ours, for templates have none of their own: a map on top of them would be copied slowly at each rendering."""
        return super().make_globals(d) if d else self.globals

    def compile_all(self) -> None:
        """Compile every template there is: that takes a second, in a thread no visitor has to wait for it."""
        for name in self.list_templates():
            self.get_template(name)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`, mostly there."""
        try:
            return getattr(obj, attribute)
        except AttributeError:
            return super().getattr(obj, attribute)
