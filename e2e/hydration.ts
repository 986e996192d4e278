import { expect, type Page } from '@playwright/test';

/**
 * Waits until the page's own code has taken over what the server sent. Letters and presses on buttons that come before are
 * kept for it; picked files, Enter, and links that were to be followed without a page load are not. What a page finds on the
 * device or is told by its code shows from here on: before, that it does not show says nothing.
 */
export const waitForHydration = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => '__earlyInput' in window), { message: 'the page’s own code has taken over' })
    .toBe(false);

/**
 * Notes when the socket of a page that is about to be opened is let in.
 *
 * @returns waits for it: what happens on the server before that, the page does not hear.
 */
export function recordSocketJoins(page: Page): () => Promise<void> {
  let isListening = false;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/socket.io/')) return;
    socket.on('framereceived', ({ payload }) => (isListening ||= String(payload).includes('"ok":true')));
  });
  return () => expect.poll(() => isListening, { message: 'the page listens' }).toBe(true);
}
