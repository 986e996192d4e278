import { AppError } from '../../../errors';
import type { FileRow } from '../../site/media/media-service';
import type { ItemFile, ItemRow } from './item-repository';

type Offered = Pick<ItemRow, 'title' | 'text' | 'tagline' | 'tags' | 'audience' | 'price' | 'status'>;

/** What a creator decides about an item of any kind. */
export interface ItemDraft<KindFields = unknown> {
  columns: Offered &
    Pick<ItemRow, 'type' | 'hasPoll' | 'isPinned' | 'isScheduled' | 'publishAt' | 'parentId' | 'position'>;
  fileIds: string[];
  thumbnailId: string | null;
  teaserId: string | null;
  /** What only its kind has. */
  kindFields: KindFields;
}

/** Every file that a draft names. */
export const listDraftFileIds = ({ fileIds, thumbnailId, teaserId }: ItemDraft): string[] =>
  [...fileIds, thumbnailId, teaserId].filter((id) => id !== null);

/** The same as rows. */
export const toItemFiles = ({ fileIds, thumbnailId, teaserId }: ItemDraft): ItemFile[] => [
  ...fileIds.map((fileId, position) => ({ fileId, position, role: 'content' as const })),
  ...(thumbnailId === null ? [] : [{ fileId: thumbnailId, role: 'thumbnail' as const }]),
  ...(teaserId === null ? [] : [{ fileId: teaserId, role: 'teaser' as const }]),
];

/**
 * A file that everybody can open must not be sold, nor one that was sent to somebody; what a closed item shows is public.
 *
 * @param files those of the draft that are its creator's, as far as they exist.
 * @throws AppError INVALID_OR_MISSING_FILE
 */
export function checkFiles(
  { fileIds, thumbnailId, teaserId }: ItemDraft,
  files: ReadonlyMap<string, FileRow>,
  { fileTypes, shownTypes }: Record<'fileTypes' | 'shownTypes', ReadonlySet<string>>,
): void {
  const isSellable = (file: FileRow | undefined) => file && !file.isPublic && fileTypes.has(file.type);
  const isShowable = (id: string | null, kind: FileRow['kind']) => {
    const file = id === null ? null : files.get(id);
    return file === null || (file?.isPublic && file.kind === kind && shownTypes.has(file.type));
  };
  const areAll = fileIds.every((id) => isSellable(files.get(id)));
  if (!areAll || !isShowable(thumbnailId, 'image') || !isShowable(teaserId, 'video'))
    throw new AppError('INVALID_OR_MISSING_FILE');
}

/** Whether fans saw it before: neither a draft nor what still waits for its day. */
export const wasPublished = ({ status, isScheduled }: Pick<ItemRow, 'status' | 'isScheduled'>): boolean =>
  status !== 'draft' && !isScheduled;

/** Whether the time has come of what waits for it. */
export const isDue = (
  { status, isScheduled, publishAt }: Pick<ItemRow, 'status' | 'isScheduled' | 'publishAt'>,
  now: Date,
): boolean => isScheduled && status === 'inactive' && publishAt !== null && publishAt <= now;

/** What publishing now, later or not at all makes of the columns of an item. */
export function planPublication(
  draft: Pick<ItemRow, 'status' | 'isScheduled' | 'publishAt'>,
  current: Pick<ItemRow, 'status' | 'publishedAt' | 'isScheduled'> | null,
  { now, isBroken }: { now: Date; isBroken: boolean },
): Pick<ItemRow, 'status' | 'isScheduled' | 'publishedAt'> {
  const before = current?.publishedAt ?? now;
  const isShown = current !== null && wasPublished(current);
  if (draft.status === 'draft') return { status: 'draft', isScheduled: draft.isScheduled, publishedAt: before };
  if (draft.isScheduled && draft.publishAt !== null && draft.publishAt > now) {
    return { status: 'inactive', isScheduled: true, publishedAt: before };
  }
  const status = draft.isScheduled ? 'active' : draft.status;
  // Put aside before anybody saw it: a draft, which is new on the day it is published.
  if (status === 'inactive' && !isShown) return { status: 'draft', isScheduled: false, publishedAt: before };
  // An item that was only hidden for a while goes back to its place; one never seen before is new, also once its file is mended.
  const isNew = current !== null && !isShown;
  const publishedAt = status === 'active' && isNew ? now : before;
  return { status: isBroken && status === 'active' ? 'file-error' : status, isScheduled: false, publishedAt };
}

/** Whether fans see an item now that they could not see before; one that was only hidden for a while is no news. */
export function shouldAnnounce(
  current: Pick<ItemRow, 'status' | 'isScheduled'> | null,
  after: Pick<ItemRow, 'status'>,
): boolean {
  if (after.status !== 'active') return false;
  return current === null || current.isScheduled || current.status === 'draft' || current.status === 'file-error';
}

export function throwMissing(what: string, noun: string): never {
  throw new AppError('MISSING_REQUIRED_PROPS', { message: `This ${noun} needs: ${what}.` });
}
