import { getAccess, type Item, type ItemFile } from './item-view';

/*
 * Rows of lists are incomplete: videos have no URL, galleries only one photo, and some backends omit the creator and the viewer
 * state. Fields from the item's own call stay until that call is made again. Wire contract 2.10.
 */

/** Fields that change often and that every backend sends in rows. */
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

const comparedFields: ReadonlySet<string> = new Set(['files', 'thumbnail', 'teaser', 'hasAllFiles', 'participants']);

const isPresent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '' && value !== 0;

const canOpen = (file: ItemFile | null | undefined): boolean => Boolean(file?.url);

/** True for rows of our own API. Products have no `access`, so their `isLiked` is checked. */
const hasViewerState = (row: Item): boolean => (row.kind === 'product' ? row.isLiked : row.access) !== undefined;

function chooseNewerFiles(known: Item, row: Item): ItemFile[] {
  const isPart = known.kind === 'gallery' || row.files.length < known.files.length;
  const isClosed = row.files.some((file, index) => canOpen(known.files[index]) && !canOpen(file));
  return isPart || isClosed ? known.files : row.files;
}

const newerFile = (known: ItemFile | null | undefined, row: ItemFile | null | undefined) =>
  row && (canOpen(row) || !canOpen(known)) ? row : known;

/** @returns the row alone, marked as outdated, if access changed: then the item has to be fetched again */
export function mergeRow(known: Item, row: Item): Item {
  const isComplete = hasViewerState(row);
  const hasChanged = getAccess(row) !== getAccess(known);
  if (hasChanged && (isComplete || getAccess(row) === 'open')) return { ...row, isWhole: false, isOutdated: true };
  const isCopied = (field: string) => !comparedFields.has(field) && (isComplete || rowFields.has(field));
  const said = Object.entries(row).filter(([field, value]) => isCopied(field) && (isComplete || isPresent(value)));
  const merged = {
    ...known,
    ...Object.fromEntries(said),
    // Sent only if true, so its absence from a complete row means false.
    ...(isComplete && { isReadOnly: row.isReadOnly, isTakenDown: row.isTakenDown }),
    files: chooseNewerFiles(known, row),
    isWhole: true,
    thumbnail: newerFile(known.thumbnail, row.thumbnail),
    teaser: newerFile(known.teaser, row.teaser),
  };
  return merged;
}
