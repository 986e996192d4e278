import { isObject, createStoredValue } from './storage';

/** What somebody searched for on this device, last first, and whose account it was; empty for a visitor. */
export const recentSearchStore = createStoredValue('recent_searches', (value) =>
  isObject(value) &&
  typeof value['userId'] === 'string' &&
  Array.isArray(value['words']) &&
  value['words'].every((words) => typeof words === 'string' && words.length <= 200)
    ? { userId: value['userId'], words: (value['words'] as string[]).slice(0, 8) }
    : undefined,
);
