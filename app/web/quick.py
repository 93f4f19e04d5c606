"""Jinja, quicker at what our templates do most: print what is Markup already, read keys of JSON, import macros."""

from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.runtime import Context
from markupsafe import Markup, escape

OWN = frozenset(dir(dict))


class QuickCode(CodeGenerator):
    """Compiles `{{ ... }}` to a call of `QuickEnvironment.printed`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.printed(")


class QuickTemplate(Template):
    """Imported once for all: our templates have the same globals, and Jinja would compare those at each import."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


class QuickEnvironment(Environment):
    """All else is Jinja's own environment."""

    code_generator_class = QuickCode
    template_class = QuickTemplate

    @staticmethod
    def printed(value: Any) -> Markup:
        """`value` as it stands in HTML."""
        return value if type(value) is Markup else escape(value)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`: of a dict its key, without asking first whether it is something that all dicts have."""
        if type(obj) is dict and attribute in obj and attribute not in OWN:
            return obj[attribute]
        return super().getattr(obj, attribute)
