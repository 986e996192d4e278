import { appendFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Setup of a test file when REACHED_FOLDER is set: writes the marks (mark-functions.mjs) that it reaches, one a line, to a file of its name in the
 * folder REACHED_FOLDER. Writes each at once, because hooks and jobs can reach some after the last test.
 */
const file = path.join(process.env.REACHED_FOLDER, encodeURIComponent(expect.getState().testPath));
const marks = new Set();
globalThis.reached = (mark) => {
  if (marks.has(mark)) return;
  marks.add(mark);
  appendFileSync(file, `${mark}\n`);
};
