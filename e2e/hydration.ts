import { expect, type Page } from '@playwright/test';

/**
 * Waits for hydration. Typing and button presses before it are replayed; picked files, Enter, and client-side links are not.
 * Content from the device or from scripts appears only afterwards, so checking earlier that it is absent proves nothing.
 */
export const waitForHydration = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => '__earlyInput' in window), { message: 'the page’s own code has taken over' })
    .toBe(false);

/** Call it before the page opens. @returns a function that waits until the socket is logged in: pages miss earlier events */
export function recordSocketJoins(page: Page): () => Promise<void> {
  let isListening = false;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    socket.on('framereceived', ({ payload }) => (isListening ||= String(payload).includes('"ok":true')));
  });
  return () => expect.poll(() => isListening, { message: 'the page listens' }).toBe(true);
}
