"""KaTeX, which sets mathematics in browsers, as the judge of LaTeX equations."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest


def equations(latex: str) -> list[str]:
    """The mathematics of a document."""
    blocks = re.findall(
        r"\\begin\{(?:align\*|aligned)\}.*?\\end\{(?:align\*|aligned)\}", latex, re.DOTALL
    )
    return blocks + re.findall(r"(?<!\\)\$(.+?)(?<!\\)\$", latex)


def katex_errors(formulas: list[str]) -> list[str]:
    """What KaTeX has against formulas; nothing where it sets all of them."""
    package = pytest.importorskip("sphinxcontrib.katex")  # brings KaTeX
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed")
    script = (
        "const katex = require(process.argv[1]);"
        "const wrong = [];"
        "for (const x of JSON.parse(require('fs').readFileSync(0))) {"
        "  try { katex.renderToString(x, {displayMode: true, strict: 'error'}) }"
        "  catch (e) { wrong.push(e.message) }"
        "}"
        "console.log(JSON.stringify(wrong))"
    )
    katex = Path(package.__file__).parent / "katex.min.js"
    done = subprocess.run(
        [node, "-e", script, str(katex)],
        input=json.dumps(formulas),
        capture_output=True,
        text=True,
        check=True,
    )
    errors: list[str] = json.loads(done.stdout)
    return errors
