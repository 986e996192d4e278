/**
 * How many pages are rendered and loaded at a time, and wait for it: memory is bounded by that, whoever asks for what.
 * `mostOfOne`: how many of these places one visitor's network may hold, so that it cannot take them from all others.
 */
const limits = { atOnce: 16, mostWaiting: 256, mostOfOne: 64 };

/** Pages that were asked for wait their turn here. Promises R-10. */
export interface RenderTurns {
  /**
   * @param network of the visitor.
   * @returns how to end the turn, once it has come; undefined when so many wait, or so many from there, that this visitor
   * should come again.
   */
  take(network: string): Promise<(() => void) | undefined>;
}

export function createRenderTurns({ atOnce, mostWaiting, mostOfOne } = limits): RenderTurns {
  const waiting: (() => void)[] = [];
  const held = new Map<string, number>();
  let running = 0;

  function end(network: string): void {
    const left = (held.get(network) ?? 1) - 1;
    if (left > 0) held.set(network, left);
    else held.delete(network);
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  /** Ended once, however often it is said. */
  const once = (network: string): (() => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end(network);
    };
  };

  return {
    async take(network) {
      const isFree = running < atOnce;
      const mine = held.get(network) ?? 0;
      if (mine >= mostOfOne || (!isFree && waiting.length >= mostWaiting)) return undefined;
      held.set(network, mine + 1);
      if (isFree) running += 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      return once(network);
    },
  };
}
