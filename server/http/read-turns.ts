/** Reads of one caller at a time, where there are connections enough. */
const READS_OF_ONE = 4;

/**
 * How many may read at a time, all together and each: most reads use one connection to the database, some two, and the rest is
 * left to calls that change something.
 *
 * @param connections to the database that this process may open.
 */
export function countReadTurns(connections: number): { max: number; maxPerKey: number } {
  const max = Math.max(2, Math.floor(connections * 0.6));
  return { max, maxPerKey: Math.min(READS_OF_ONE, Math.floor(max / 2)) };
}
