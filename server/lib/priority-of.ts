/** Doublings that the length of work is told apart by; what is longer than all of them counts alike. */
const LENGTHS = 16;

/**
 * Where a job stands in line: behind those of accounts that had fewer turns, and among those behind work of half its length.
 *
 * @param turns that its account takes or lately took. @param length in seconds, or whatever its queue goes by.
 */
export function priorityOf(turns: number, length: number): number {
  const doublings = Math.min(LENGTHS - 1, Math.floor(Math.log2(Math.max(1, length))));
  return -(turns * LENGTHS + doublings);
}
