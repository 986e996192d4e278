import { AppError } from '../../../errors';
import type { FileRow } from '../../site/media/media-service';
import type { ItemFile, ItemRow } from './item-repository';

type Offered = Pick<ItemRow, 'title' | 'text' | 'tagline' | 'tags' | 'audience' | 'price' | 'status'>;

export interface ItemDraft<KindFields = unknown> {
  columns: Offered &
    Pick<ItemRow, 'type' | 'hasPoll' | 'isPinned' | 'isScheduled' | 'publishAt' | 'parentId' | 'position'>;
  fileIds: string[];
  thumbnailId: string | null;
  teaserId: string | null;
  kindFields: KindFields;
}

export const listDraftFileIds = ({ fileIds, thumbnailId, teaserId }: ItemDraft): string[] =>
  [...fileIds, thumbnailId, teaserId].filter((id) => id !== null);

export const toItemFiles = ({ fileIds, thumbnailId, teaserId }: ItemDraft): ItemFile[] => [
  ...fileIds.map((fileId, position) => ({ fileId, position, role: 'content' as const })),
  ...(thumbnailId === null ? [] : [{ fileId: thumbnailId, role: 'thumbnail' as const }]),
  ...(teaserId === null ? [] : [{ fileId: teaserId, role: 'teaser' as const }]),
];

/**
 * A file for sale must not be public, nor have been sent in a message. Previews of locked items must be public.
 *
 * @param files those files of the draft that exist and belong to its creator
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

/** True if fans have seen it: it is neither a draft nor scheduled. */
export const wasPublished = ({ status, isScheduled }: Pick<ItemRow, 'status' | 'isScheduled'>): boolean =>
  status !== 'draft' && !isScheduled;

export const isDue = (
  {
    status,
    isScheduled,
    publishAt,
    takenDownAt,
  }: Pick<ItemRow, 'status' | 'isScheduled' | 'publishAt' | 'takenDownAt'>,
  now: Date,
): boolean => takenDownAt === null && isScheduled && status === 'inactive' && publishAt !== null && publishAt <= now;

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
  // Hidden before anyone has seen it, so it becomes a draft, which counts as new when it is published.
  if (status === 'inactive' && !isShown) return { status: 'draft', isScheduled: false, publishedAt: before };
  // An item that was only hidden returns to its old place. An item that fans have never seen is new, even if it was held back
  // only by a broken file.
  const isNew = current !== null && !isShown;
  const publishedAt = status === 'active' && isNew ? now : before;
  return { status: isBroken && status === 'active' ? 'file-error' : status, isScheduled: false, publishedAt };
}

/** False for an item that was only hidden for a while. */
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
