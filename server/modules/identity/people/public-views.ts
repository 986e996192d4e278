import type { PersonView } from './people-presenter';

/** Milliseconds: how late a new avatar or price may show. */
const MEMORY_MS = 1_000;
const MOST_KEPT = 2_000;

interface KeptView {
  until: number;
  view: PersonView;
  /** To tell whether anything has changed. */
  text: string;
}

/** Remembers for a moment what people are to everybody, since the same few are shown again and again. */
export function createPublicViews(ask: (ids: readonly string[]) => Promise<Map<string, PersonView>>) {
  const kept = new Map<string, KeptView>();
  return {
    /** By id; unknown ones are absent. */
    async read(ids: readonly string[]): Promise<Map<string, PersonView>> {
      // Real time, not the app's clock: this is about the age of an answer, not about a rule.
      const now = Date.now();
      const found = new Map<string, PersonView>();
      const missing: string[] = [];
      for (const id of new Set(ids)) {
        const known = kept.get(id);
        if (known && now < known.until) found.set(id, known.view);
        else missing.push(id);
      }
      if (missing.length === 0) return found;
      if (kept.size > MOST_KEPT) kept.clear();
      for (const [id, view] of await ask(missing)) {
        const text = JSON.stringify(view);
        const before = kept.get(id);
        const same = before?.text === text ? before.view : view;
        found.set(id, same);
        kept.set(id, { until: now + MEMORY_MS, view: same, text });
      }
      return found;
    },
  };
}
