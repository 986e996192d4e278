import type { Row } from './read-row';

/** Both spellings of a saved item, from whichever came. Wire contract 1.6. */
export function bothBookmarks(row: Row): Row {
  const isBookmarked = Boolean(row['isBookMarked'] ?? row['isBookmarked'] ?? false);
  return { ...row, isBookMarked: isBookmarked, isBookmarked };
}

/** Some backends say 0 and 1, others false and true: both are as good. */
export const truthy = (value: unknown): unknown =>
  typeof value === 'number' ? value : value === true || value === 'true';
