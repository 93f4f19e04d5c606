"""What a browser refuses to do on our pages, whoever asks it to: no foreign or inline code, no frame around us."""

from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.rooms import join, make_room
from tests.browser.test_connection import until
from tests.browser.visitors import STOPPED, Visitor
from tests.server import Server

# Each line is what code or HTML that somebody smuggled into a page would try.
ATTEMPTS = """async () => {
  const add = (name, values) => document.body.append(Object.assign(document.createElement(name), values));
  add("script", { textContent: "window.ran = 'inline script'" });
  add("script", { src: "http://elsewhere.machi.test/evil.js" });
  add("div", { innerHTML: `<img src="data:," onerror="window.ran = 'handler'">` });
  add("div", { innerHTML: `<p style="position: fixed">inline style</p>` });
  add("style", { textContent: "body { display: none }" });
  add("img", { src: "http://elsewhere.machi.test/pixel.png" });
  add("img", { src: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" });
  add("link", { rel: "stylesheet", href: "http://elsewhere.machi.test/evil.css" });
  add("iframe", { src: "http://elsewhere.machi.test/" });
  add("object", { data: "http://elsewhere.machi.test/" });
  add("base", { href: "http://elsewhere.machi.test/" });
  await fetch("http://elsewhere.machi.test/").catch(() => {});
  try { new WebSocket("ws://elsewhere.machi.test/"); } catch { /* refused at once */ }
  add("form", { action: "http://elsewhere.machi.test/", method: "post" });
  document.body.lastElementChild.submit();
}"""
DIRECTIVES = {
    "script-src-elem", "script-src-attr", "style-src-elem", "style-src-attr", "img-src", "frame-src",
    "object-src", "base-uri", "connect-src", "form-action",
}  # fmt: skip


async def watched(visit: Visit) -> Visitor:
    """Somebody on whose pages evil is tried, and nothing of it gets beyond the browser."""
    ann = await visit("Ann")
    ann.forgive(r"Content Security Policy|X-Frame-Options|frame-ancestors|ERR_BLOCKED_BY|elsewhere\.machi\.test")
    await ann.context.add_init_script(STOPPED)
    return ann


async def test_what_somebody_smuggled_into_a_page_does_not_run(visit: Visit) -> None:
    ann = await watched(visit)
    await ann.page.goto("/")
    await ann.page.evaluate(ATTEMPTS)
    seen = "new Set(stopped.map((each) => each.split(':')[0])).size"
    await ann.page.wait_for_function(f"() => {seen} >= {len(DIRECTIVES)}")
    assert {each.partition(":")[0] for each in await ann.page.evaluate("stopped")} == DIRECTIVES
    assert await ann.page.evaluate("window.ran") is None
    assert await ann.page.evaluate("getComputedStyle(document.body).display") != "none"


async def test_no_other_site_can_put_a_frame_around_us(visit: Visit, server: Server) -> None:
    ann = await watched(visit)
    await ann.page.set_content(f"<iframe src='{server.url}/'></iframe>")

    async def refused() -> bool:
        return any("frame-ancestors" in trouble or "X-Frame-Options" in trouble for trouble in ann.troubles)

    await until(refused)
    await expect(ann.page.frame_locator("iframe").locator(".make-room")).to_have_count(0)


async def test_a_name_is_shown_as_it_was_typed_and_never_run(visit: Visit) -> None:
    ann, ben = await watched(visit), await visit("Ben", phone=True)
    names = ["<b onload=alert(1)>", "'\"><svg/onload=a()>"]
    code = await make_room(ann, "little_town", 2)
    await join(ben, code)
    for person, name in zip((ann, ben), names, strict=True):
        await person.press(".mine > summary")
        await person.page.fill("#new-name", name)
        await person.press("form[action$='/rename'] button")
    for person in (ann, ben):
        for name in names:
            await expect(person.page.locator("main")).to_contain_text(name)
        assert await person.page.locator("main b[onload], main svg[onload]").count() == 0
