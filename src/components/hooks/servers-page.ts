/**
 * Whether what is drawn now is the page that the server sent: on the server, and in the browser until React has taken it over.
 * Both then have to draw the same, and what is far from the first screen may wait.
 */
let isTakenOver = typeof document !== 'undefined' && document.getElementById('__NEXT_DATA__') === null;
let tell: (() => void) | undefined;

export const isServersPage = (): boolean => !isTakenOver;

/** Resolves once the page is taken over. Only for who met {@link isServersPage} in the browser. */
export const takenOver = new Promise<void>((resolve) => (tell = resolve));

/** Said by the browser. */
export function noteTakenOver(): void {
  isTakenOver = true;
  tell?.();
}
