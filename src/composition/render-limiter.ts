/**
 * How many pages are rendered and loaded at a time, and wait for it: memory is bounded by that, whoever asks for what.
 * `mostOfOne` and `mostWaitingOfOne`: the same of one network, which many people may share.
 */
const limits = { atOnce: 16, mostWaiting: 256, mostOfOne: 8, mostWaitingOfOne: 32 };

/** Pages that were asked for wait their turn here; networks take turns. Promises R-10. */
export interface RenderLimiter {
  /**
   * @param network of the visitor.
   * @returns how to end the turn, once it has come; undefined when so many wait from there, or so many in all and not fewer
   * from there than from elsewhere, that this visitor should come again.
   */
  take(network: string): Promise<(() => void) | undefined>;
}

/** What one network has under way. */
interface Line {
  running: number;
  /** Each is told whether its turn has come; else it is to come again. */
  waiting: ((hasTurn: boolean) => void)[];
}

export function createRenderLimiter({ atOnce, mostWaiting, mostOfOne, mostWaitingOfOne } = limits): RenderLimiter {
  /** By network, in the order of their turns: each goes to the end when one of its pages starts. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const ready = [...lines].filter(([, line]) => line.waiting.length > 0 && line.running < mostOfOne);
    const [first, ...others] = ready;
    if (!first) return;
    // Of those that are even the first. A network that has nothing running stands before those that fill all places.
    const [network, next] = others.reduce((best, one) => (one[1].running < best[1].running ? one : best), first);
    lines.delete(network);
    lines.set(network, next);
    running += 1;
    waiting -= 1;
    next.running += 1;
    next.waiting.shift()?.(true);
  }

  /**
   * A full waiting room has room for who has fewer there than others: the last to come of the longest line goes.
   *
   * @returns whether there is a place now.
   */
  function makeRoom({ waiting: { length } }: Line): boolean {
    if (waiting < mostWaiting) return true;
    const longest = [...lines.values()].reduce((best, line) =>
      line.waiting.length > best.waiting.length ? line : best,
    );
    if (longest.waiting.length <= length + 1) return false;
    waiting -= 1;
    longest.waiting.pop()?.(false);
    return true;
  }

  /** Ended once, however often it is said. */
  const once = (network: string, line: Line): (() => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      line.running -= 1;
      if (line.running === 0 && line.waiting.length === 0) lines.delete(network);
      startNext();
    };
  };

  return {
    async take(network) {
      const line = lines.get(network) ?? { running: 0, waiting: [] };
      const isFree = running < atOnce && line.running < mostOfOne;
      if (!isFree && (line.waiting.length >= mostWaitingOfOne || !makeRoom(line))) return undefined;
      lines.set(network, line);
      const hasTurn = await new Promise<boolean>((resolve) => {
        waiting += 1;
        line.waiting.push(resolve);
        startNext();
      });
      return hasTurn ? once(network, line) : undefined;
    },
  };
}
