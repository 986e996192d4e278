import { getAccess, type Item, type ItemFile } from './item-view';

/*
 * Rows of lists say less than an item's own call: films have no address there, galleries one photo, and some backends leave out
 * whose it is and how the viewer stands to it. What the own call said stays until that call is made again. Wire contract 2.10.
 */

/** What rows of every backend say, and what changes while people look. */
const rowFields: ReadonlySet<string> = new Set([
  'title',
  'text',
  'tagline',
  'price',
  'totalLike',
  'totalComment',
  'totalView',
  'fileCount',
  'stock',
  'polls',
  'pollDescription',
  'publishedAt',
]);

/** Files and people are compared one by one. */
const comparedFields: ReadonlySet<string> = new Set(['files', 'thumbnail', 'teaser', 'hasAllFiles', 'participants']);

const isPresent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '' && value !== 0;

const canOpen = (file: ItemFile | null | undefined): boolean => Boolean(file?.url);

/** Rows of our own API have the viewer state. Products, which are open to all, have it in their likes. */
const hasViewerState = (row: Item): boolean => (row.kind === 'product' ? row.isLiked : row.access) !== undefined;

/** The files of a row replace known ones only where they are as complete. */
function chooseNewerFiles(known: Item, row: Item): ItemFile[] {
  const isPart = known.kind === 'gallery' || row.files.length < known.files.length;
  const isClosed = row.files.some((file, index) => canOpen(known.files[index]) && !canOpen(file));
  return isPart || isClosed ? known.files : row.files;
}

const newerFile = (known: ItemFile | null | undefined, row: ItemFile | null | undefined) =>
  row && (canOpen(row) || !canOpen(known)) ? row : known;

/**
 * Merges a newer list row into an item that its own call loaded.
 *
 * @returns the row alone, marked as outdated, where access changed since: the item has to be fetched again.
 */
export function mergeRow(known: Item, row: Item): Item {
  const isComplete = hasViewerState(row);
  const hasChanged = getAccess(row) !== getAccess(known);
  if (hasChanged && (isComplete || getAccess(row) === 'open')) return { ...row, isWhole: false, isOutdated: true };
  const isCopied = (field: string) => !comparedFields.has(field) && (isComplete || rowFields.has(field));
  const said = Object.entries(row).filter(([field, value]) => isCopied(field) && (isComplete || isPresent(value)));
  const merged = {
    ...known,
    ...Object.fromEntries(said),
    // Sent only where it is so: a complete row without it says that it no longer is.
    ...(isComplete && { isReadOnly: row.isReadOnly }),
    files: chooseNewerFiles(known, row),
    isWhole: true,
    thumbnail: newerFile(known.thumbnail, row.thumbnail),
    teaser: newerFile(known.teaser, row.teaser),
  };
  return merged;
}
