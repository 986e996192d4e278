import { act } from '@testing-library/react';

interface Watched {
  target: Element;
  /** Delivers all observations in one callback, oldest first. */
  see: (...isIntersecting: boolean[]) => void;
}

/** Replaces IntersectionObserver during one test. @returns all elements observed so far, in order */
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
