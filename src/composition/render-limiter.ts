/** Pages that render at a time, and pages that wait: bounds memory. Many people can share one network. */
const LIMITS = { atOnce: 16, maxWaiting: 256, maxPerNetwork: 8, maxWaitingPerNetwork: 32 };

/** Pages that were asked for wait their turn here; networks take turns. Promises R-10. */
export interface RenderLimiter {
  /**
   * Waits for a render slot.
   *
   * @param network of the visitor.
   * @returns a function that releases the slot; undefined when too many wait, so that the visitor should retry later.
   */
  take(network: string): Promise<(() => void) | undefined>;
}

/** What one network has under way. */
interface Line {
  running: number;
  /** Each is told whether its turn has come; else it is to come again. */
  waiting: ((hasTurn: boolean) => void)[];
}

export function createRenderLimiter({
  atOnce,
  maxWaiting,
  maxPerNetwork,
  maxWaitingPerNetwork,
} = LIMITS): RenderLimiter {
  /** By network, in the order of their turns: each goes to the end when one of its pages starts. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const ready = [...lines].filter(([, line]) => line.waiting.length > 0 && line.running < maxPerNetwork);
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
   * When the queue is full, drops the last request of the network with the most, if that has more than this one.
   *
   * @returns whether there is room now.
   */
  function makeWaitingRoom({ waiting: { length } }: Line): boolean {
    if (waiting < maxWaiting) return true;
    const longest = [...lines.values()].reduce((best, line) =>
      line.waiting.length > best.waiting.length ? line : best,
    );
    if (longest.waiting.length <= length + 1) return false;
    waiting -= 1;
    longest.waiting.pop()?.(false);
    return true;
  }

  /** Repeated calls of the returned function have no effect. */
  const createRelease = (network: string, line: Line): (() => void) => {
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
      const isFree = running < atOnce && line.running < maxPerNetwork;
      if (!isFree && (line.waiting.length >= maxWaitingPerNetwork || !makeWaitingRoom(line))) return undefined;
      lines.set(network, line);
      const hasTurn = await new Promise<boolean>((resolve) => {
        waiting += 1;
        line.waiting.push(resolve);
        startNext();
      });
      return hasTurn ? createRelease(network, line) : undefined;
    },
  };
}
