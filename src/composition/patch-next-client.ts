import { Router as RouterOfNext } from 'next/router';
import { startTransition } from 'react';
import client from 'react-dom/client';
import { isHydrating, hydrated } from '@/components/hooks/hydration';

/**
 * Sets how Next.js begins in the browser, where its pages router has no options for it: a page answers to fingers while React
 * takes it over, and loads nothing for pages that nobody has turned to. Called once, before the first page is drawn.
 */
export function patchNextClient(): void {
  hydrateInTurns();
  navigateAfterwards();
  prefetchOnIntent();
}

/** In turns of a few milliseconds, between which the browser may do something else, instead of in one long task. */
function hydrateInTurns(): void {
  const { hydrateRoot } = client;
  client.hydrateRoot = (container, children, options) => {
    let root: ReturnType<typeof hydrateRoot> | undefined;
    startTransition(() => {
      root = hydrateRoot(container, children, options);
    });
    return root!;
  };
}

/** Who goes back between two of these turns gets the other page after the last: half of each would match neither. */
function navigateAfterwards(): void {
  const router = RouterOfNext.prototype as unknown as { change: (...given: unknown[]) => Promise<boolean> };
  const { change } = router;
  router.change = function changeAfterwards(...given) {
    if (!isHydrating()) return change.apply(this, given);
    return hydrated.then(() => change.apply(this, given));
  };
}

/**
 * A link's page is fetched when a pointer comes to it or a finger down on it, which Next.js marks as having priority. As a rule
 * it fetches and runs the scripts of every page that anything in view links to.
 */
function prefetchOnIntent(): void {
  const { prefetch } = RouterOfNext.prototype;
  RouterOfNext.prototype.prefetch = function prefetchRequested(url, asPath, options) {
    return options?.priority ? prefetch.call(this, url, asPath, options) : Promise.resolve();
  };
}
