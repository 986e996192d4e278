/** Until React has hydrated the server's page, the browser must render the same as the server. */
let isHydrated = typeof document !== 'undefined' && document.getElementById('__NEXT_DATA__') === null;
let resolveHydrated: (() => void) | undefined;

export const isHydrating = (): boolean => !isHydrated;

/** Resolves after hydration; await it only if {@link isHydrating} was true in the browser. */
export const hydrated = new Promise<void>((resolve) => (resolveHydrated = resolve));

export function markHydrated(): void {
  isHydrated = true;
  resolveHydrated?.();
}
