/** If lengths are compared, all work up to this length counts as equally long. */
const EVEN_SECONDS = 0.05;

/** State of a key, by which the next one is chosen. */
export interface Standing {
  /** Recent and waiting work of the key, in steps; 0 if load is not compared. */
  step: number;
  isBusy: boolean;
  isFull: boolean;
  lastTurn: number;
}

interface Candidate {
  work: { seconds: number; rank: number };
  standing: Standing;
}

/** How often `even` can be doubled without exceeding `amount`; 0 if not even once. */
export const countDoublings = (amount: number, even: number): number =>
  Math.floor(Math.log2(Math.max(1, amount / even)));

/** @param evenMs if given, lengths are compared, and count for more than ranks */
export function isBefore(
  { work, standing }: Candidate,
  { work: other, standing: otherStanding }: Candidate,
  evenMs: number | undefined,
): boolean {
  if (evenMs === undefined && work.rank !== other.rank) return work.rank < other.rank;
  if (standing.step !== otherStanding.step) return standing.step < otherStanding.step;
  const excess = evenMs === undefined ? 0 : getLength(work.seconds) - getLength(other.seconds);
  if (excess !== 0) return excess < 0;
  if (work.rank !== other.rank) return work.rank < other.rank;
  if (standing.lastTurn !== otherStanding.lastTurn) return standing.lastTurn < otherStanding.lastTurn;
  return work.seconds < other.seconds;
}

const getLength = (seconds: number): number => countDoublings(seconds, EVEN_SECONDS);
