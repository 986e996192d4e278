/** A long stage is reported after the first time, then at the second interval: on a terminal every second, in the same line. */
const SAYS_SO_MS = 3_000;
const AGAIN_MS = process.stdout.isTTY ? 1_000 : 15_000;

/**
 * Prints a line with the duration when a stage ends, and progress lines if it takes long.
 *
 * @param {(line: string) => void} print
 * @returns `begin(name)`, which also ends the previous stage; `progress(text)`; `end()`
 */
export function createStages(print = console.log) {
  const clearLine = process.stdout.isTTY ? '\u001b[1A\u001b[2K' : '';
  let current;
  let isShown = false;
  const seconds = () => `${((Date.now() - current.startedAt) / 1000).toFixed(1)} s`;
  const show = (line) => {
    print(isShown ? `${clearLine}${line}` : line);
    isShown = true;
  };
  const end = () => {
    if (!current) return;
    clearTimeout(current.timer);
    show(`  ✓ ${current.name} (${seconds()})`);
    current = undefined;
    isShown = false;
  };
  const sayIn = (ms) => {
    current.timer = setTimeout(() => {
      show(`  … ${current.name}${current.progress ? `: ${current.progress}` : ''} (${seconds()})`);
      sayIn(AGAIN_MS);
    }, ms).unref();
  };
  return {
    begin(name) {
      end();
      current = { name, startedAt: Date.now(), progress: '' };
      sayIn(SAYS_SO_MS);
    },
    progress(text) {
      if (current) current.progress = text;
    },
    end,
  };
}
