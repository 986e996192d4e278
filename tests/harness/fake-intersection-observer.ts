import { act } from '@testing-library/react';

interface Watched {
  target: Element;
  /** What the browser saw since it told last, the oldest first. */
  see: (...isIntersecting: boolean[]) => void;
}

/**
 * A screen of which a test says what is in view, for as long as one test runs.
 *
 * @returns what was watched so far, in that order, ended or not.
 */
export function fakeView(): Watched[] {
  const watched: Watched[] = [];
  const before = globalThis.IntersectionObserver;
  class Watcher {
    constructor(private readonly onSee: (looks: { isIntersecting: boolean; intersectionRatio: number }[]) => void) {}
    observe(target: Element): void {
      const look = (isIntersecting: boolean) => ({ isIntersecting, intersectionRatio: isIntersecting ? 1 : 0 });
      watched.push({ target, see: (...seen) => act(() => this.onSee(seen.map(look))) });
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  beforeEach(() => {
    watched.length = 0;
    globalThis.IntersectionObserver = Watcher as never;
  });
  afterEach(() => {
    globalThis.IntersectionObserver = before;
  });
  return watched;
}
