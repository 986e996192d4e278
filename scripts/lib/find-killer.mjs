import path from 'node:path';

/** Most faults are found by the first tests, so that few need the last batch: all that remain. */
const BATCH_SIZES = [2, 6, 20, Infinity];

/**
 * Orders the tests of a file, those of its folder first, then the fastest, and divides them into batches of rising size.
 *
 * @template {{ file: string, seconds: number }} Test
 * @param {string} file path from the root
 * @param {Test[]} tests
 * @returns {Test[][]} without empty ones
 */
export function planBatches(file, tests) {
  const folder = path.posix.dirname(file);
  const distance = (test) => (path.posix.dirname(test.file) === folder ? 0 : 1);
  const waiting = tests.toSorted((a, b) => distance(a) - distance(b) || a.seconds - b.seconds);
  return BATCH_SIZES.map((size) => waiting.splice(0, size)).filter((batch) => batch.length > 0);
}

/**
 * Runs batch after batch until a test fails. After the first batch it must fail twice: of many tests, one may fail by chance.
 *
 * @template {{ file: string }} Test
 * @param {Test[][]} batches
 * @param {(tests: Test[]) => Promise<string | undefined>} findFailure runs tests; the file of one that fails, or another reason,
 *   such as a timeout
 * @returns {Promise<string | undefined>} what `findFailure` returned, or undefined if all pass
 */
export async function findKiller(batches, findFailure) {
  for (const batch of batches) {
    let waiting = batch;
    while (waiting.length > 0) {
      const failed = await findFailure(waiting);
      if (failed === undefined) break;
      const repeated = waiting.filter(({ file }) => file === failed);
      const isSure = batch === batches[0] || repeated.length === 0 || (await findFailure(repeated)) !== undefined;
      if (isSure) return failed;
      waiting = waiting.filter(({ file }) => file !== failed);
    }
  }
  return undefined;
}
