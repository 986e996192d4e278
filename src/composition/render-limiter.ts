/** Maximum numbers of rendering and waiting requests, which bound memory. Many people can share one network. */
const LIMITS = { atOnce: 16, maxWaiting: 256, maxPerNetwork: 8, maxWaitingPerNetwork: 32 };

/** Page requests wait for a render slot, which networks get in turn. Promises R-10. */
export interface RenderLimiter {
  /** @returns a function that releases the slot; undefined if too many requests wait, so the visitor must retry */
  take(network: string): Promise<(() => void) | undefined>;
}

interface Line {
  running: number;
  /** Resolvers of waiting requests: true when the request gets a slot, false when it is dropped. */
  waiting: ((hasTurn: boolean) => void)[];
}

export function createRenderLimiter({
  atOnce,
  maxWaiting,
  maxPerNetwork,
  maxWaitingPerNetwork,
} = LIMITS): RenderLimiter {
  /** By network, in the order of their turns: a network moves to the end when one of its requests starts. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function startNext(): void {
    if (running >= atOnce) return;
    const ready = [...lines].filter(([, line]) => line.waiting.length > 0 && line.running < maxPerNetwork);
    const [first, ...others] = ready;
    if (!first) return;
    // The network with the fewest running requests; among equals, the first.
    const [network, next] = others.reduce((best, one) => (one[1].running < best[1].running ? one : best), first);
    lines.delete(network);
    lines.set(network, next);
    running += 1;
    waiting -= 1;
    next.running += 1;
    next.waiting.shift()?.(true);
  }

  /**
   * If the queue is full, drops the last request of the network that has the most, unless this network has as many.
   *
   * @returns false if there is no room
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
