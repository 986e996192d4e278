import { Router as RouterOfNext } from 'next/router';
import { startTransition } from 'react';
import client from 'react-dom/client';
import { isHydrating, hydrated } from '@/components/hooks/hydration';

/**
 * Changes what Next's pages router has no options for: pages respond to input during hydration, and links in view do not
 * prefetch their pages. Called once, before hydration.
 */
export function patchNextClient(): void {
  hydrateInTurns();
  navigateAfterwards();
  prefetchOnIntent();
}

/** Hydrates in slices of a few milliseconds instead of one long task, so that the browser can respond in between. */
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

/** Defers navigation until hydration ends: a half-hydrated page would be neither the old nor the new page. */
function navigateAfterwards(): void {
  const router = RouterOfNext.prototype as unknown as { change: (...given: unknown[]) => Promise<boolean> };
  const { change } = router;
  router.change = function changeAfterwards(...given) {
    if (!isHydrating()) return change.apply(this, given);
    return hydrated.then(() => change.apply(this, given));
  };
}

/**
 * Prefetches a linked page on hover or touch, which Next.js marks with `priority`. By default, Next.js loads and runs the
 * scripts of the page behind every link in view.
 */
function prefetchOnIntent(): void {
  const { prefetch } = RouterOfNext.prototype;
  RouterOfNext.prototype.prefetch = function prefetchRequested(url, asPath, options) {
    return options?.priority ? prefetch.call(this, url, asPath, options) : Promise.resolve();
  };
}
