import { expect, type Page } from '@playwright/test';

/**
 * Waits for hydration. Earlier typing and button presses are replayed; picked files, Enter, and links without a page load are
 * not. Content from the device or from scripts shows only afterwards, so its absence means nothing before.
 */
export const waitForHydration = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => '__earlyInput' in window), { message: 'the page’s own code has taken over' })
    .toBe(false);

/** Call it before the page opens. @returns waits until the socket is logged in; the page misses earlier events */
export function recordSocketJoins(page: Page): () => Promise<void> {
  let isListening = false;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    socket.on('framereceived', ({ payload }) => (isListening ||= String(payload).includes('"ok":true')));
  });
  return () => expect.poll(() => isListening, { message: 'the page listens' }).toBe(true);
}
