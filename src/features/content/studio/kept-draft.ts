import type { StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import { emptyDrafts, fileSlots, type Draft, type DraftFile, type FileKind } from './draft';

/** What is kept: words, choices and the files that are up. Pictures of this page's own die with it. */
export function toKept(draft: Draft, at: number): Record<string, unknown> {
  const files = fileSlots.map((slot) => [slot, draft[slot].map((file) => ({ ...file, previewUrl: null }))]);
  return { at, draft: { ...draft, ...Object.fromEntries(files) } };
}

/**
 * Reads what was kept, maybe by an older version; undefined when it is not to be trusted or holds nothing.
 *
 * @param goesOn the backend takes files in parts, so that one that was on its way is not lost.
 */
export function readKept(
  value: Record<string, unknown> | undefined,
  kind: StudioKindName,
  goesOn = false,
): Draft | undefined {
  const { at, draft } = value ?? {};
  if (typeof at !== 'number' || !isRecord(draft)) return undefined;
  const lists = fileSlots.map((slot) => [slot, readFiles(draft[slot])] as const);
  const isLost = ({ fileId, status }: DraftFile) => fileId === null && !(goesOn && isUnfinished(status));
  const lost = lists.reduce((sum, [, files]) => sum + files.filter(isLost).length, 0);
  return {
    ...emptyDrafts[kind],
    ...Object.fromEntries(lists.map(([slot, files]) => [slot, files.filter((file) => !isLost(file))])),
    title: text(draft['title']),
    text: text(draft['text']),
    tagline: text(draft['tagline']),
    audience: audiences.find((audience) => audience === draft['audience']) ?? emptyDrafts[kind].audience,
    price: text(draft['price']),
    begunId: textOrNull(draft['begunId']),
    coverId: textOrNull(draft['coverId']),
    removed: readRemoved(draft['removed']),
    galleryId: text(draft['galleryId']),
    goods: draft['goods'] === 'digital' ? 'digital' : 'physical',
    stock: text(draft['stock']),
    poll: readPoll(draft['poll']),
    tags: readTexts(draft['tags']),
    participants: readPeople(draft['participants']),
    isLater: draft['isLater'] === true,
    scheduleAt: text(draft['scheduleAt']),
    isChanged: true,
    ...{ keptAt: at, lost },
  };
}

const audiences: Audience[] = ['subscribers', 'sale', 'free', 'everyone'];
const kinds: FileKind[] = ['photo', 'video', 'audio', 'file'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Those that were not up when the page was left, and not refused. */
const unfinished = ['waiting', 'uploading', 'offline', 'paused', 'missing'] as const;
const isUnfinished = (status: DraftFile['status']) => unfinished.some((one) => one === status);
/** Of a file that is not up. */
const statusOf = (kept: unknown): DraftFile['status'] => unfinished.find((status) => status === kept) ?? 'failed';

function readFiles(value: unknown): DraftFile[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((file) => {
    const kind = kinds.find((one) => one === file['kind']);
    if (!kind || typeof file['localId'] !== 'string') return [];
    const fileId = textOrNull(file['fileId']);
    const read: DraftFile = {
      localId: file['localId'],
      kind,
      name: text(file['name']) || 'File',
      size: typeof file['size'] === 'number' ? file['size'] : 0,
      // Whether it is still there is looked up next.
      status: fileId !== null ? 'processing' : statusOf(file['status']),
      progress: fileId !== null ? 1 : typeof file['progress'] === 'number' ? file['progress'] : 0,
      secondsLeft: null,
      fileId,
      uploadId: textOrNull(file['uploadId']),
      storedId: textOrNull(file['storedId']),
      previewUrl: null,
      alt: text(file['alt']),
      storedAlt: text(file['storedAlt']),
      error: null,
      canRetry: false,
    };
    return [read];
  });
}

function readRemoved(value: unknown): Draft['removed'] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((one) => {
    const slot = fileSlots.find((name) => name === one['slot']);
    return slot && typeof one['id'] === 'string' ? [{ slot, id: one['id'] }] : [];
  });
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function readPeople(value: unknown): Draft['participants'] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map((person) => ({
    _id: text(person['_id']),
    name: text(person['name']),
    username: text(person['username']),
    avatar: text(person['avatar']),
  }));
}

function readPoll(value: unknown): Draft['poll'] {
  if (!isRecord(value) || !Array.isArray(value['options'])) return null;
  const options = value['options'].filter(isRecord).map((option) => ({
    id: typeof option['id'] === 'string' ? option['id'] : null,
    text: text(option['text']),
  }));
  const days = typeof value['days'] === 'number' ? value['days'] : 7;
  return { question: text(value['question']), options, days, endsAt: null };
}
