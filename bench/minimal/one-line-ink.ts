/** The least a program on this terminal library can be: one line. What it costs to start is the library's own floor. */
import { render, Text } from "ink";
import { createElement } from "react";

render(createElement(Text, null, "one line is here"));
process.stdin.resume();
