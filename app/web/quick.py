"""Jinja, quicker at what our templates do most: print what is Markup already, read keys of JSON, import macros."""

from collections.abc import MutableMapping
from threading import RLock
from typing import Any
from weakref import ref

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context

OWN = frozenset(dir(dict))


class QuickCode(CodeGenerator):
    """Compiles `{{ ... }}` and `object.key` to expressions that call nothing in the commonest case."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _is_plain(frame, finalize):
            self.write("(said_ if type(said_ := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if _is_plain(frame, finalize):
            self.write(")) is Markup else escape(said_))")
        else:
            super()._output_child_post(node, frame, finalize)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  as Jinja names it
        """Of a dict its key, without asking first whether it is something that all dicts have."""
        name = repr(node.attr)
        if node.attr in OWN:
            super().visit_Getattr(node, frame)
            return
        self.write(f"(of_[{name}] if type(of_ := (")
        self.visit(node.node, frame)
        self.write(f")) is dict and {name} in of_ else environment.getattr(of_, {name}))")


def _is_plain(frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> bool:
    return not frame.eval_ctx.volatile and frame.eval_ctx.autoescape and finalize.src is None


class QuickTemplate(Template):
    """Imported once for all: our templates have the same globals, and Jinja would compare those at each import."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class QuickEnvironment(Environment):
    """All else is Jinja's own environment."""

    code_generator_class = QuickCode
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
