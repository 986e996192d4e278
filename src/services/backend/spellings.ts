import type { Row } from './read-row';

/** Fills in both spellings of the bookmark flag. Wire contract 1.6. */
export function bothBookmarks(row: Row): Row {
  const isBookmarked = Boolean(row['isBookMarked'] ?? row['isBookmarked'] ?? false);
  return { ...row, isBookMarked: isBookmarked, isBookmarked };
}

/** Some backends send 0 and 1, others booleans; the contract allows both. */
export const truthy = (value: unknown): unknown =>
  typeof value === 'number' ? value : value === true || value === 'true';
