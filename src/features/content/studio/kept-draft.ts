import type { StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import { emptyDrafts, fileSlots, type Draft, type DraftFile, type FileKind, type SentFilm } from './draft';

/** What is kept: words, choices and how far each file is. Pictures of this page's own die with it. */
export function toKept(draft: Draft, at: number): Record<string, unknown> {
  const files = fileSlots.map((slot) => [slot, draft[slot].map((file) => ({ ...file, previewUrl: null }))]);
  return { at, draft: { ...draft, ...Object.fromEntries(files) } };
}

/** Reads what was kept, maybe by an older version; undefined when it is not to be trusted or holds nothing. */
export function readKept(value: Record<string, unknown> | undefined, kind: StudioKindName): Draft | undefined {
  const { at, draft } = value ?? {};
  if (typeof at !== 'number' || !isRecord(draft)) return undefined;
  return {
    ...emptyDrafts[kind],
    ...Object.fromEntries(fileSlots.map((slot) => [slot, readFiles(draft[slot])])),
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
    ...{ keptAt: at, isRestored: true },
  };
}

const audiences: Audience[] = ['subscribers', 'sale', 'free', 'everyone'];
const kinds: FileKind[] = ['photo', 'video', 'audio', 'file'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Of files that are not up; what else was kept of one says that it failed. */
const unfinished = ['waiting', 'uploading', 'offline', 'paused', 'missing', 'held'] as const;

/** Whether what is up is still there is looked up next. */
const statusOf = (kept: unknown, isUp: boolean): DraftFile['status'] =>
  isUp ? (kept === 'ready' ? kept : 'processing') : (unfinished.find((status) => status === kept) ?? 'failed');

/** Without what the backend calls it, it goes from the beginning. */
const progressOf = (kept: unknown, uploadId: string | null) =>
  uploadId !== null && typeof kept === 'number' ? kept : 0;

function readFiles(value: unknown): DraftFile[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((file) => {
    const kind = kinds.find((one) => one === file['kind']);
    if (!kind || typeof file['localId'] !== 'string') return [];
    const [fileId, uploadId] = [textOrNull(file['fileId']), textOrNull(file['uploadId'])];
    const status = statusOf(file['status'], fileId !== null);
    const sent = readSent(file['sent']);
    const read: DraftFile = {
      localId: file['localId'],
      kind,
      name: text(file['name']) || 'File',
      size: typeof file['size'] === 'number' ? file['size'] : 0,
      status,
      progress: fileId !== null ? 1 : progressOf(file['progress'], uploadId),
      secondsLeft: null,
      ...{ fileId, uploadId },
      storedId: textOrNull(file['storedId']),
      previewUrl: null,
      alt: text(file['alt']),
      storedAlt: text(file['storedAlt']),
      ...(typeof file['title'] === 'string' && { title: file['title'] }),
      ...(sent ? { sent } : typeof file['refusal'] === 'string' && { refusal: file['refusal'] }),
      error: status === 'failed' ? textOrNull(file['error']) : null,
      canRetry: status === 'failed' && file['canRetry'] === true,
    };
    return [read];
  });
}

const readSent = (value: unknown): SentFilm | null =>
  isRecord(value) ? { title: text(value['title']), before: readTexts(value['before']) } : null;

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
