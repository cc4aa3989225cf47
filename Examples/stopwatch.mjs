#!/usr/bin/env node
// A stopwatch of a program's own, in JavaScript, through `tomato-notify activity pipe`: the program counts, the card
// shows it, and its buttons 暫停, 繼續 and 重置 come back as events. Try it: node Examples/stopwatch.mjs
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const command = process.env.TOMATO_NOTIFY ?? "tomato-notify";
const pipe = spawn(command, ["activity", "pipe"], { stdio: ["pipe", "pipe", "inherit"], detached: true });
// Ctrl-C is for this program, which then says how long it was; a pipe that has gone ends it.
pipe.stdin.on("error", () => {});
pipe.on("error", (problem) => {
  console.error(`stopwatch.mjs: ${problem.message}`);
  process.exit(69);
});
const say = (line) => pipe.stdin.write(JSON.stringify(line) + "\n");

/** Milliseconds that were counted before it was last started. */
let counted = 0;
/** When it was last started; null while it stands. */
let startedAt = Date.now();

const elapsed = () => counted + (startedAt === null ? 0 : Date.now() - startedAt);
const clock = (ms) => {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** What holds now: a clock that runs by itself, or the time at which it stands. */
function content() {
  const isRunning = startedAt !== null;
  return {
    text: isRunning ? "計時中" : `已暫停 · ${clock(elapsed())}`,
    since: isRunning ? (Date.now() - elapsed()) / 1000 : null,
    buttons: [
      isRunning ? { label: "暫停", event: "pause" } : { label: "繼續", event: "resume" },
      { label: "重置", event: "reset" },
    ],
  };
}

const events = {
  pause: () => ([counted, startedAt] = [elapsed(), null]),
  resume: () => (startedAt ??= Date.now()),
  reset: () => ([counted, startedAt] = [0, null]),
};

say({ do: "request", id: "stopwatch-js", name: "碼錶", ...content() });

createInterface({ input: pipe.stdout }).on("line", (line) => {
  const event = JSON.parse(line);
  console.log(line);
  if (event.event === "button") {
    events[event.button]?.();
    say({ do: "update", id: "stopwatch-js", ...content() });
  } else if (event.event === "dismissed" || event.event === "lost") {
    pipe.stdin.end();
  }
});

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    say({ do: "end", id: "stopwatch-js", text: clock(elapsed()) });
    pipe.stdin.end();
  });
}
pipe.on("exit", (code) => process.exit(code ?? 0));
