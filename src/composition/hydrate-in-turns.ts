import { startTransition } from 'react';
import client from 'react-dom/client';

/**
 * Lets React take over a page in turns of a few milliseconds, between which the browser may answer to fingers, instead of in one
 * long task. Next.js asks for it at once (`hydrateRoot`), and has no option for that in its pages router.
 */
export function hydrateInTurns(): void {
  const { hydrateRoot } = client;
  client.hydrateRoot = (...given) => {
    let root: ReturnType<typeof hydrateRoot> | undefined;
    startTransition(() => {
      root = hydrateRoot(...given);
    });
    return root!;
  };
}
