"""A headless Chromium for tests, spoken to by its DevTools protocol through a pair of pipes."""

import base64
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

COMMAND = "chromium"
FLAGS = (
    "--headless",
    "--no-sandbox",  # root has none
    "--disable-dev-shm-usage",  # containers have little
    "--disable-gpu",
    "--no-first-run",
    "--hide-scrollbars",
)
PATIENCE = 60  # s that a busy machine may take to answer


class Page:
    """The one page of a browser."""

    def __init__(self, reader: int, writer: int) -> None:
        self._reader, self._writer, self._last = reader, writer, 0
        self._session: str | None = None
        self._unread = b""
        self.errors: list[str] = []  # what its scripts threw or were refused
        self.requests: list[str] = []  # addresses that it asked for
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and return its result, or raise what the browser says."""
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writer, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _receive(self) -> dict[str, Any]:
        """Return the next message, and keep what it tells of the page."""
        while b"\0" not in self._unread:
            if not select.select([self._reader], [], [], PATIENCE)[0]:
                raise RuntimeError(f"Chromium has said nothing for {PATIENCE} s")
            more = os.read(self._reader, 2**16)
            if not more:
                raise RuntimeError("Chromium has closed its pipe")
            self._unread += more
        text, _, self._unread = self._unread.partition(b"\0")
        message = json.loads(text)
        params = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(params["exceptionDetails"]))
        if message.get("method") == "Log.entryAdded":
            self.errors.append(params["entry"]["text"])
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        return message

    def open(self, path: Path) -> None:
        """Load a file and wait until it is there."""
        self.send("Page.navigate", url=path.resolve().as_uri())
        while self._receive().get("method") != "Page.loadEventFired":
            pass

    def run(self, script: str) -> Any:
        """Return the value of an expression of the page; of a promise, when it is kept."""
        result = self.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def press(self, key: str) -> None:
        """Press a key, as a reader would."""
        code = {"ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Home": 36, "End": 35, "Tab": 9}
        event = {"key": key, "code": key, "windowsVirtualKeyCode": code[key]}
        text = {"text": "\r"} if key == "Enter" else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **event)

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self.send("Input.insertText", text=text)

    def look(self, width: int, height: int, *, dark: bool = False) -> None:
        """Set the size of the window, and whether the reader wants it dark."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=width < 600,
        )  # fmt: skip
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def screenshot(self, path: Path) -> None:
        """Save what the window shows as a PNG."""
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


def there() -> bool:
    """Tell whether there is a Chromium."""
    return shutil.which(COMMAND) is not None


@contextmanager
def chromium() -> Iterator[Page]:
    """Start a browser and give its page."""
    to_browser, from_us = os.pipe()
    to_us, from_browser = os.pipe()
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        words = [COMMAND, *FLAGS, f"--user-data-dir={profile}", "--remote-debugging-pipe"]
        pipes = f"exec 3<&{to_browser} 4>&{from_browser}; exec {' '.join(words)}"
        process = subprocess.Popen(
            ["bash", "-c", pipes],
            pass_fds=(to_browser, from_browser),
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        try:
            page = Page(to_us, from_us)
            yield page
            page.send("Browser.close")
        finally:
            process.terminate()
            process.wait()
            os.close(from_us)
            os.close(to_us)
