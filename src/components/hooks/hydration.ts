/**
 * True once React has hydrated the page that the server sent. Until then server and browser must draw the same, and what is
 * far from the first screen can wait.
 */
let isHydrated = typeof document !== 'undefined' && document.getElementById('__NEXT_DATA__') === null;
let resolveHydrated: (() => void) | undefined;

export const isHydrating = (): boolean => !isHydrated;

/** Resolves after hydration; await it only where {@link isHydrating} was true in the browser. */
export const hydrated = new Promise<void>((resolve) => (resolveHydrated = resolve));

export function markHydrated(): void {
  isHydrated = true;
  resolveHydrated?.();
}
