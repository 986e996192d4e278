import { emptyDrafts } from './draft';
import { toPicked } from './file-rules';
import * as studio from './studio-slice';
import { uploadEvents, uploadReducer, type UploadEvent } from './upload-reducer';
import type { FileUpload, UploadStep } from './upload-step';

const place = { key: 'new feed', slot: 'files', localId: 'l1' } as const;
const position = { progress: 0.4, uploadId: 'u1' };
const START = { progress: 0, uploadId: null };

/** An upload in each step. `broken`: the file was uploaded, but its processing failed. */
const uploads = {
  queued: { step: 'queued', ...position },
  sending: { step: 'sending', secondsLeft: 9, ...position },
  offline: { step: 'offline', reason: 'No room.', ...position },
  paused: { step: 'paused', ...position },
  missing: { step: 'missing', ...position },
  held: { step: 'held', progress: 0.4 },
  processing: { step: 'processing', fileId: 'f1' },
  ready: { step: 'ready', fileId: 'f1' },
  failed: { step: 'failed', reason: 'No.', canRetry: true, fileId: null, ...position },
  broken: { step: 'failed', reason: 'No.', canRetry: true, fileId: 'f1', ...START },
  removed: { step: 'removed' },
} as const satisfies Record<string, FileUpload>;
type Column = keyof typeof uploads;
const columns = Object.keys(uploads) as Column[];

/** `.` means unchanged: the same object. */
type Cell = UploadStep | '.';

const events = {
  queued: uploadEvents.queued({ place }),
  rejected: uploadEvents.rejected({ place, reason: 'Empty.', previewUrl: null }),
  recovered: uploadEvents.recovered({ place }),
  fileNotFound: uploadEvents.fileNotFound({ place }),
  held: uploadEvents.held({ place }),
  started: uploadEvents.started({ place }),
  created: uploadEvents.created({ place, uploadId: 'u2' }),
  progressed: uploadEvents.progressed({ place, progress: 0.6, secondsLeft: 5 }),
  interrupted: uploadEvents.interrupted({ place, reason: null }),
  expired: uploadEvents.expired({ place }),
  paused: uploadEvents.paused({ place }),
  failed: uploadEvents.failed({ place, reason: 'Too large.', canRetry: false }),
  finished: uploadEvents.finished({ place, fileId: 'f1', isReady: false }),
  processed: uploadEvents.processed({ place, fileId: 'f1' }),
  processingFailed: uploadEvents.processingFailed({ place, fileId: 'f1', reason: 'Broken.', canRetry: true }),
  processingRetried: uploadEvents.processingRetried({ place }),
  deleted: uploadEvents.deleted({ place, fileId: 'f1', reason: 'Gone.' }),
  formProgressed: uploadEvents.formProgressed({ place, progress: 0.6 }),
  formFailed: uploadEvents.formFailed({ place }),
  removed: uploadEvents.removed({ place }),
} satisfies Record<keyof typeof uploadEvents, UploadEvent>;

const table: Record<keyof typeof events, Cell[]> = {
  //                   queued     sending       offline       paused    missing   held          processing    ready         failed    broken        removed
  queued: ['.', '.', '.', 'queued', 'queued', 'queued', '.', '.', 'queued', '.', '.'],
  rejected: ['failed', '.', '.', 'failed', 'failed', 'failed', '.', '.', 'failed', '.', '.'],
  recovered: ['queued', 'queued', 'queued', '.', 'queued', 'queued', '.', '.', '.', '.', '.'],
  fileNotFound: ['missing', 'missing', 'missing', 'missing', '.', 'missing', '.', '.', '.', '.', '.'],
  held: ['held', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'],
  started: ['sending', '.', '.', '.', '.', '.', '.', '.', '.', '.', '.'],
  created: ['.', 'sending', 'offline', '.', '.', '.', '.', '.', '.', '.', '.'],
  progressed: ['.', 'sending', 'sending', '.', '.', '.', '.', '.', '.', '.', '.'],
  interrupted: ['.', 'offline', 'offline', '.', '.', '.', '.', '.', '.', '.', '.'],
  expired: ['.', 'sending', 'sending', '.', '.', '.', '.', '.', '.', '.', '.'],
  paused: ['paused', 'paused', 'paused', '.', '.', '.', '.', '.', '.', '.', '.'],
  failed: ['.', 'failed', 'failed', '.', '.', '.', '.', '.', '.', '.', '.'],
  finished: ['.', 'processing', 'processing', '.', '.', 'processing', 'processing', 'processing', '.', '.', '.'],
  processed: ['.', '.', '.', '.', '.', '.', 'ready', 'ready', '.', '.', '.'],
  processingFailed: ['.', '.', '.', '.', '.', '.', 'failed', 'failed', '.', '.', '.'],
  processingRetried: ['.', '.', '.', '.', '.', '.', '.', '.', '.', 'processing', '.'],
  deleted: ['.', '.', '.', '.', '.', '.', 'failed', 'failed', '.', '.', '.'],
  formProgressed: ['.', '.', '.', '.', '.', 'held', '.', '.', '.', '.', '.'],
  formFailed: ['.', '.', '.', '.', '.', 'held', '.', '.', '.', '.', '.'],
  removed: [
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
    'removed',
  ],
};

const cells = Object.entries(table).flatMap(([event, row]) =>
  columns.map((from, index) => [event as keyof typeof events, from, row[index] ?? '?'] as const),
);

it('the table covers each event in each step', () => {
  expect(Object.keys(table).toSorted()).toEqual(Object.keys(uploadEvents).toSorted());
  expect(cells).toHaveLength(Object.keys(events).length * columns.length);
});

it.each(cells)('the event %s in the step %s leads to %s', (event, from, to) => {
  const before: FileUpload = uploads[from];
  const after = uploadReducer(before, events[event]);
  expect(after === before ? '.' : after.step).toBe(to);
});

it.each<[Column, UploadEvent, FileUpload]>([
  ['paused', events.queued, uploads.queued],
  ['held', events.queued, { step: 'queued', ...START }],
  ['sending', events.recovered, uploads.queued],
  ['queued', events.rejected, { step: 'failed', reason: 'Empty.', canRetry: false, fileId: null, ...position }],
  ['queued', events.held, { step: 'held', progress: null }],
  ['queued', events.started, { step: 'sending', secondsLeft: null, ...position }],
  ['sending', events.created, { step: 'sending', secondsLeft: 9, progress: 0.4, uploadId: 'u2' }],
  ['offline', events.progressed, { step: 'sending', secondsLeft: 5, progress: 0.6, uploadId: 'u1' }],
  ['sending', events.interrupted, { step: 'offline', reason: null, ...position }],
  ['offline', events.expired, { step: 'sending', secondsLeft: null, ...START }],
  ['sending', events.paused, uploads.paused],
  ['held', events.formProgressed, { step: 'held', progress: 0.6 }],
  ['held', events.formFailed, { step: 'held', progress: null }],
  ['ready', events.processingFailed, { step: 'failed', reason: 'Broken.', canRetry: true, fileId: 'f1', ...START }],
  ['broken', events.processingRetried, uploads.processing],
  ['ready', events.deleted, { step: 'failed', reason: 'Gone.', canRetry: false, fileId: null, ...START }],
])('the fields in step %s are correct after %j', (from, event, after) => {
  expect(uploadReducer(uploads[from], event)).toEqual(after);
});

it('an upload in one piece restarts from the beginning', () => {
  const upload: FileUpload = { step: 'queued', progress: 0.4, uploadId: null };
  expect(uploadReducer(upload, events.started)).toMatchObject({ step: 'sending', progress: 0 });
});

it.each([
  ['keeps its position if a retry is possible', true, 'u1'],
  ['loses its position after a rejection', false, null],
])('a failed upload %s', (_what, canRetry, uploadId) => {
  const event = uploadEvents.failed({ place, reason: 'No.', canRetry });
  expect(uploadReducer(uploads.sending, event)).toMatchObject({ reason: 'No.', canRetry, uploadId });
});

it('after an upload, the file is ready or processing, as the backend says', () => {
  const event = uploadEvents.finished({ place, fileId: 'f2', isReady: true });
  expect(uploadReducer(uploads.sending, event)).toEqual({ step: 'ready', fileId: 'f2' });
  // The event belongs to an earlier file.
  expect(uploadReducer(uploads.ready, event)).toBe(uploads.ready);
});

describe('a late upload event', () => {
  const file = new File(['\0'], 'clip.mp4', { type: 'video/mp4' });
  const show = (upload: FileUpload) => {
    const draftFile = { ...toPicked(file, 'video', 'files', true), localId: 'l1', upload };
    const draft = { ...emptyDrafts.feed, files: [draftFile] };
    return studio.writingReducer(undefined, studio.draftRestored({ key: place.key, draft }));
  };
  const late: UploadEvent[] = [
    uploadEvents.processed({ place, fileId: 'f1', previewUrl: 'https://media.test/f1' }),
    uploadEvents.processingFailed({ place, fileId: 'f1', reason: 'No.', canRetry: true }),
    uploadEvents.deleted({ place, fileId: 'f1', reason: 'No.' }),
  ];

  it.each(late)('does not change the file that replaced it: %j', (event) => {
    const state = show({ step: 'processing', fileId: 'f2' });
    expect(studio.writingReducer(state, event)).toBe(state);
  });

  it.each(Object.values(events))('does not change a draft whose file was removed: %j', (event) => {
    const state = studio.writingReducer(show(uploads.sending), events.removed);
    expect(state.drafts[place.key]?.files).toEqual([]);
    expect(studio.writingReducer(state, event)).toBe(state);
  });
});

it('removing a stored file is recorded, so that its item is saved without it', () => {
  const draftFile = { ...toPicked(new File(['\0'], 'a.mp4'), 'video', 'files', true), localId: 'l1', storedId: 's1' };
  const draft = { ...emptyDrafts.feed, files: [draftFile] };
  const state = studio.writingReducer(undefined, studio.draftRestored({ key: place.key, draft }));
  expect(studio.writingReducer(state, events.removed).drafts[place.key]).toMatchObject({
    files: [],
    removed: [{ slot: 'files', id: 's1' }],
    isChanged: true,
  });
});
