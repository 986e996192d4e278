/** Steps that doublings of the length, and jobs in the queue, can have; larger numbers count as the maximum. */
const LENGTHS = 16;
const COUNTS = 16;

/**
 * Jobs of accounts with fewer turns go first, then shorter ones (by doublings), then those of accounts with fewer jobs in the
 * queue.
 *
 * @param turns that the account takes or recently took.
 * @param length in seconds, or in the unit of its queue.
 */
export function getJobPriority(turns: number, length: number, inLine = 0): number {
  const doublings = Math.min(LENGTHS - 1, Math.floor(Math.log2(Math.max(1, length))));
  return -((turns * LENGTHS + doublings) * COUNTS + Math.min(COUNTS - 1, inLine));
}
