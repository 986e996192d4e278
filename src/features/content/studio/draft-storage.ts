import type { StudioKindName } from '@/config/item-names';
import type { Audience } from '@/lib/audience';
import {
  listFiles,
  emptyDrafts,
  fileSlots,
  newFile,
  type Draft,
  type DraftFile,
  type FileKind,
  type DraftSubmission,
  type FileSubmission,
} from './draft';
import { listParts } from './draft-wire';
import { findFileId, getPosition, type FileUpload, type UploadStep } from './upload-step';

export function serializeDraft(draft: Draft, at: number): Record<string, unknown> {
  const files = fileSlots.map((slot) => [slot, draft[slot].map(serializeFile)]);
  return { at, draft: { ...draft, ...Object.fromEntries(files) } };
}

/** Also reads drafts saved by older versions. @returns undefined for anything else */
export function parseDraft(value: Record<string, unknown> | undefined, kind: StudioKindName): Draft | undefined {
  const { at, draft } = value ?? {};
  if (typeof at !== 'number' || !isRecord(draft)) return undefined;
  return {
    ...emptyDrafts[kind],
    ...Object.fromEntries(fileSlots.map((slot) => [slot, readFiles(draft[slot])])),
    ...texts(draft, ['title', 'text', 'tagline', 'price', 'galleryId', 'stock', 'scheduleAt']),
    ...texts(draft, ['shippingPrice', 'packDays', 'deliverDays', 'downloadLimit', 'downloadDays']),
    shipsTo: readTexts(draft['shipsTo']),
    audience: audiences.find((audience) => audience === draft['audience']) ?? emptyDrafts[kind].audience,
    begunId: textOrNull(draft['begunId']),
    sent: readSentDraft(draft['sent']),
    coverId: textOrNull(draft['coverId']),
    removed: readRemoved(draft['removed']),
    goods: draft['goods'] === 'digital' ? 'digital' : 'physical',
    poll: readPoll(draft['poll']),
    showAt: textOrNull(draft['showAt']),
    tags: readTexts(draft['tags']),
    participants: records(draft['participants']).map((one) => texts(one, ['_id', 'name', 'username', 'avatar'])),
    isLater: draft['isLater'] === true,
    isChanged: true,
    keptAt: at,
    isRestored: true,
  };
}

/** `began` and `revision` are taken from the saved changes, so that saving detects changes made elsewhere. */
export function withSavedChanges<Stored extends Draft>(
  stored: Stored,
  value: Record<string, unknown> | undefined,
): Stored {
  const kept = parseDraft(value, stored.kind);
  if (!kept || !isRecord(value?.['draft'])) return stored;
  const { revision, began } = value['draft'];
  const { state, plannedAt, announcedAt, begunId, sent } = stored;
  const known = new Map(listFiles(stored).map((file) => [file.storedId, file]));
  const files = fileSlots.map((slot) => [
    slot,
    kept[slot].map((file) => {
      const now = file.storedId === null ? undefined : known.get(file.storedId);
      return now ? { ...now, localId: file.localId, alt: file.alt } : file;
    }),
  ]);
  return {
    ...stored,
    ...kept,
    ...Object.fromEntries(files),
    id: stored.id,
    state,
    plannedAt,
    announcedAt,
    begunId,
    sent,
    began: Array.isArray(began) ? began.map((part) => textOrNull(part) ?? undefined) : listParts(stored),
    revision: typeof revision === 'number' ? revision : stored.revision,
  };
}

const audiences: Audience[] = ['subscribers', 'sale', 'free', 'everyone'];
const kinds: FileKind[] = ['photo', 'video', 'audio', 'file'];

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const records = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = <Name extends string>(value: Record<string, unknown>, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text(value[name])])) as Record<Name, string>;
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Names of steps in saved drafts, which older versions and other tabs read, too. */
const savedSteps = {
  queued: 'waiting',
  sending: 'uploading',
  offline: 'offline',
  paused: 'paused',
  missing: 'missing',
  held: 'held',
  processing: 'processing',
  ready: 'ready',
  failed: 'failed',
  removed: 'failed',
} satisfies Record<UploadStep, string>;

function serializeFile({ upload, isOnDevice: _isOnDevice, ...file }: DraftFile): Record<string, unknown> {
  const fileId = findFileId({ upload });
  const { progress, uploadId } = getPosition(upload);
  return {
    ...file,
    previewUrl: null,
    status: savedSteps[upload.step],
    progress: fileId === null ? progress : 1,
    fileId,
    uploadId,
    error: upload.step === 'failed' ? upload.reason : null,
    canRetry: upload.step === 'failed' && upload.canRetry,
  };
}

function readFiles(value: unknown): DraftFile[] {
  return records(value).flatMap((file) => {
    const kind = kinds.find((one) => one === file['kind']);
    if (!kind || typeof file['localId'] !== 'string') return [];
    const sent = readSent(file['sent']);
    const read: DraftFile = {
      ...newFile,
      localId: file['localId'],
      kind,
      name: text(file['name']) || 'File',
      size: typeof file['size'] === 'number' ? file['size'] : 0,
      upload: readUpload(file),
      storedId: textOrNull(file['storedId']),
      ...texts(file, ['alt', 'storedAlt']),
      ...(typeof file['title'] === 'string' && { title: file['title'] }),
      ...(sent ? { sent } : typeof file['refusal'] === 'string' && { refusal: file['refusal'] }),
    };
    return [read];
  });
}

function readUpload(file: Record<string, unknown>): FileUpload {
  const [fileId, uploadId] = [textOrNull(file['fileId']), textOrNull(file['uploadId'])];
  // By now, processing may have finished or the file may have been deleted: poll it next.
  if (fileId !== null) return { step: file['status'] === 'ready' ? 'ready' : 'processing', fileId };
  // Without an upload id, the upload starts from the beginning.
  const progress = uploadId !== null && typeof file['progress'] === 'number' ? file['progress'] : 0;
  const position = { progress, uploadId };
  switch (file['status']) {
    case savedSteps.queued:
      return { step: 'queued', ...position };
    case savedSteps.sending:
      return { step: 'sending', secondsLeft: null, ...position };
    case savedSteps.offline:
      return { step: 'offline', reason: null, ...position };
    case savedSteps.paused:
      return { step: 'paused', ...position };
    case savedSteps.missing:
      return { step: 'missing', ...position };
    case savedSteps.held:
      return { step: 'held', progress: null };
    default:
      return {
        step: 'failed',
        reason: textOrNull(file['error']),
        canRetry: file['canRetry'] === true,
        fileId: null,
        ...position,
      };
  }
}

const readSent = (value: unknown): FileSubmission | null =>
  isRecord(value) ? { title: text(value['title']), before: readTexts(value['before']) } : null;

function readSentDraft(value: unknown): DraftSubmission | null {
  if (!isRecord(value)) return null;
  return {
    ...texts(value, ['title', 'text']),
    fileIds: readTexts(value['fileIds']),
    after: typeof value['after'] === 'number' ? value['after'] : 0,
    as: value['as'] === 'draft' ? 'draft' : 'published',
    isEdited: value['isEdited'] !== false,
  };
}

function readRemoved(value: unknown): Draft['removed'] {
  return records(value).flatMap((one) => {
    const slot = fileSlots.find((name) => name === one['slot']);
    return slot && typeof one['id'] === 'string' ? [{ slot, id: one['id'] }] : [];
  });
}

const readTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function readPoll(value: unknown): Draft['poll'] {
  if (!isRecord(value) || !Array.isArray(value['options'])) return null;
  const options = records(value['options']).map((option) => ({
    id: typeof option['id'] === 'string' ? option['id'] : null,
    text: text(option['text']),
  }));
  const endsAt = textOrNull(value['endsAt']);
  const days = typeof value['days'] === 'number' ? value['days'] : endsAt === null ? 7 : null;
  return { question: text(value['question']), options, days, endsAt };
}
