import { isObject, createStoredValue } from './storage';

/** Searches on this device, newest first, with the id of their account, which is empty for a guest. */
export const recentSearchStore = createStoredValue('recent_searches', (value) =>
  isObject(value) &&
  typeof value['userId'] === 'string' &&
  Array.isArray(value['words']) &&
  value['words'].every((words) => typeof words === 'string' && words.length <= 200)
    ? { userId: value['userId'], words: (value['words'] as string[]).slice(0, 8) }
    : undefined,
);
