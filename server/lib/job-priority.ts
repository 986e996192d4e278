/** Doublings that the length of work is told apart by, and jobs in line; what is more than all of them counts alike. */
const LENGTHS = 16;
const COUNTS = 16;

/**
 * Where a job stands in line: behind those of accounts that had fewer turns, among those behind work of half its length, and
 * among those behind jobs of accounts that have fewer in line.
 *
 * @param turns that its account takes or lately took. @param length in seconds, or whatever its queue goes by.
 */
export function getJobPriority(turns: number, length: number, inLine = 0): number {
  const doublings = Math.min(LENGTHS - 1, Math.floor(Math.log2(Math.max(1, length))));
  return -((turns * LENGTHS + doublings) * COUNTS + Math.min(COUNTS - 1, inLine));
}
