import type { PeopleService, PerformerView } from '../people/people-service';
import type { LiveRow } from './feed-page-repository';

/** Milliseconds: how late a new avatar or price may show beside a post. */
const MEMORY_MS = 1_000;
const MOST_KEPT = 2_000;

/** How a viewer stands to the creator of a post. */
type Links = Pick<LiveRow, 'isFollowed' | 'isSubscribed' | 'usedTrial'>;

/**
 * The creators shown beside posts. What they are to everybody is remembered for a moment, since every page shows the same
 * few of them; what they are to one viewer comes with the page itself and is laid over it.
 */
export function createFeedPerformers(people: Pick<PeopleService, 'views'>) {
  const kept = new Map<string, { until: number; view: PerformerView; text: string }>();
  return {
    /** Creators as a stranger sees them, by id. Who has not changed is the same object as before. */
    async read(ids: readonly string[]): Promise<Map<string, PerformerView>> {
      // Real time, not the app's clock: this is about the age of an answer, not about a rule.
      const now = Date.now();
      const found = new Map<string, PerformerView>();
      const missing: string[] = [];
      for (const id of new Set(ids)) {
        const known = kept.get(id);
        if (known && now < known.until) found.set(id, known.view);
        else missing.push(id);
      }
      if (missing.length > 0) {
        if (kept.size > MOST_KEPT) kept.clear();
        for (const [id, view] of await people.views(missing, null)) {
          if (!view.isPerformer) continue;
          const text = JSON.stringify(view);
          const before = kept.get(id);
          const same = before?.text === text ? before.view : view;
          found.set(id, same);
          kept.set(id, { until: now + MEMORY_MS, view: same, text });
        }
      }
      return found;
    },
  };
}

/** The creator as the viewer of a post sees them: as `people.views` would say it. */
export const seenBy = (view: PerformerView, { isFollowed, isSubscribed, usedTrial }: Links): PerformerView => ({
  ...view,
  isFollowed,
  isSubscribed,
  isFreeSubscription: view.isFreeSubscription && !usedTrial,
});
