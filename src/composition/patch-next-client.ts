import { Router as RouterOfNext } from 'next/router';
import { startTransition } from 'react';
import client from 'react-dom/client';
import { isHydrating, hydrated } from '@/components/hooks/hydration';

/**
 * Patches what Next's pages router has no options for: pages respond to input during hydration, and links load no pages in
 * advance. Called once, before hydration.
 */
export function patchNextClient(): void {
  hydrateInTurns();
  navigateAfterwards();
  prefetchOnIntent();
}

/** Hydrates in slices of a few milliseconds, between which the browser can respond, instead of in one long task. */
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

/** Defers navigation until hydration ends; a half-hydrated page matches neither route. */
function navigateAfterwards(): void {
  const router = RouterOfNext.prototype as unknown as { change: (...given: unknown[]) => Promise<boolean> };
  const { change } = router;
  router.change = function changeAfterwards(...given) {
    if (!isHydrating()) return change.apply(this, given);
    return hydrated.then(() => change.apply(this, given));
  };
}

/**
 * Prefetches a link's page on hover or touch, which Next.js marks with `priority`. By default, it loads and runs the scripts of
 * every page linked in view.
 */
function prefetchOnIntent(): void {
  const { prefetch } = RouterOfNext.prototype;
  RouterOfNext.prototype.prefetch = function prefetchRequested(url, asPath, options) {
    return options?.priority ? prefetch.call(this, url, asPath, options) : Promise.resolve();
  };
}
