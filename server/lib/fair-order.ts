/** Work up to this length counts as equally long, if lengths are compared at all. */
const EVEN_SECONDS = 0.05;

/** Decides which key is next. */
export interface Standing {
  /** Recent and waiting work of the key; 0 if load does not decide. */
  step: number;
  isBusy: boolean;
  isFull: boolean;
  lastTurn: number;
}

interface Candidate {
  work: { seconds: number; rank: number };
  standing: Standing;
}

/** How often `even` can be doubled up to `amount`; 0 for smaller amounts. */
export const countDoublings = (amount: number, even: number): number =>
  Math.floor(Math.log2(Math.max(1, amount / even)));

/** @param evenMs if lengths are compared, which then count for more than ranks. */
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
