/** How many different values doublings of the length, and jobs in the queue, can have. Larger values count as the maximum. */
const LENGTHS = 16;
const COUNTS = 16;

/** Orders jobs by recent turns of the account, then length (in doublings; any unit), then the account's jobs in the queue. */
export function getJobPriority(turns: number, length: number, inLine = 0): number {
  const doublings = Math.min(LENGTHS - 1, Math.floor(Math.log2(Math.max(1, length))));
  return -((turns * LENGTHS + doublings) * COUNTS + Math.min(COUNTS - 1, inLine));
}
