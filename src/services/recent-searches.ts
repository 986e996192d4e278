import { createStoredValue } from './storage';

/** Searches on this device, newest first. @param reader the account's id; empty for a guest */
export const recentSearchStore = (reader: string) =>
  createStoredValue(`recent_searches_${reader}`, (value) =>
    Array.isArray(value) && value.every((words) => typeof words === 'string')
      ? value.filter(({ length }) => length <= 200).slice(0, 8)
      : undefined,
  );
