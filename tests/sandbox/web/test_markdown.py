"""Discord's markdown on the page: what it becomes, and what it must never become."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.things import Emoji
from tests.sandbox.probe import png
from tests.sandbox.web.conftest import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RENDER = """
async (texts) => {
  const { markdown } = await import("./static/markdown.js");
  const users = new Map([
    ["1", { username: "ada", global_name: "Ada" }], ["2", { username: "ben" }]]);
  const channels = new Map([["5", { type: 0, name: "lounge" }]]);
  const app = { store: { users, channels, me: { id: "1" }, bot: {} } };
  return texts.map((text) => markdown(text, app).innerHTML
    .replaceAll(/ (class|title|rel|target|type)="[^"]*"/g, ""));
}
"""

CASES = {
    "**b** *i* _i_ __u__ ~~s~~": (
        "<p><strong>b</strong> <em>i</em> <em>i</em> <u>u</u> <s>s</s></p>"
    ),
    "***both***": "<p><strong><em>both</em></strong></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "snake_case_name 2 * 3 * 4": "<p>snake_case_name 2 * 3 * 4</p>",
    r"\*plain\*": "<p>*plain*</p>",
    "`**code**`": "<p><code>**code**</code></p>",
    "``a`b``": "<p><code>a`b</code></p>",
    "a\nb": "<p>a\nb</p>",
    "```py\nx = 1\n```": '<pre tabindex="0"><code>x = 1</code></pre>',
    "# one\n## two\n### three": "<h3>one</h3><h4>two</h4><h5>three</h5>",
    "#none": "<p>#none</p>",
    "-# small": "<small>small</small>",
    "> said\n> so\nI": "<blockquote><p>said\nso</p></blockquote><p>I</p>",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "5. e\n3. c\n- d": '<ol start="5"><li>e</li><li>c</li><li>d</li></ol>',
    "0. a": '<ol start="1"><li>a</li></ol>',
    "- a\n1. b": "<ul><li>a</li><li>b</li></ul>",
    "1. a\n  so on\n2. b\nafter": ('<ol start="1"><li>a\nso on</li><li>b</li></ol><p>after</p>'),
    "- # a\n # b": "<ul><li># a\n# b</li></ul>",
    " ## two ##\n  -# small": "<h4>two </h4><small>small</small>",
    "a # b\na -# c": "<p>a # b\na -# c</p>",
    "\n".join(f"{'  ' * n}- a" for n in range(12)): (
        "<ul><li>a" * 11 + "</li><li>a" + "</li></ul>" * 11
    ),
    "3. c\n4. d": '<ol start="3"><li>c</li><li>d</li></ol>',
    "<@1> <@2> <@9>": (
        '<p><span data-user-id="1">@Ada</span> <span data-user-id="2">@ben</span> '
        '<span data-user-id="9">@unknown</span></p>'
    ),
    "<#5> <#6>": "<p><button>#lounge</button> <span>#unknown</span></p>",
    "</stats show:7>": "<p><button>/stats show</button></p>",
    "<:king:12>": '<p><img src="cdn/emoji/12.png" alt=":king:" draggable="false"></p>',
    "[t](https://a.b/c_(d))": '<p><a href="https://a.b/c_(d)">t</a></p>',
    "see https://a.b/c.": '<p>see <a href="https://a.b/c">https://a.b/c</a>.</p>',
    "<https://a.b>": '<p><a href="https://a.b">https://a.b</a></p>',
    "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
    "<img src=x onerror=alert(1)>": "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
    "<script>alert(1)</script>": "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    '[a](https://b"onclick="x)': '<p><a href="https://b&quot;onclick=&quot;x">a</a></p>',
}


async def test_markdown_becomes_elements_at_once_markup_stays_text_and_times_are_words(
    sandbox: Sandbox, visit: Visit
) -> None:
    sandbox.memory.emojis[12] = Emoji(12, "king", png(), "image/png")
    page = await visit()
    found = await page.evaluate(RENDER, list(CASES))
    assert dict(zip(CASES, found, strict=True)) == CASES
    marks = [
        "*" * 4000,
        "**a" * 1300,
        "_" * 4000,
        "||" * 2000,
        "[" * 4000,
        "`" * 4000,
        "~~a" * 1300,
    ]
    assert len(await page.evaluate(RENDER, marks)) == len(marks)  # a limit of the page else
    words = await page.evaluate(
        "async () => { const { timestamp } = await import('./static/times.js');"
        "const now = Math.floor(Date.now() / 1000);"
        "return [-3600, 7200, -86400 * 40].map((off) => timestamp(now + off, 'R').textContent); }"
    )
    assert words == ["1 hour ago", "in 2 hours", "last month"]
