import { emptyDraft, getDraftState, newFile, type Draft, type DraftFile } from './draft';
import { getFieldErrors } from './draft-problems';
import { feedStudio, toDraft, toFeedBody, type OwnFeed } from './feed-studio';
import { acceptedTypes, getContentError, getFileError } from './file-rules';
import { parseDraft, serializeDraft } from './draft-storage';
import { UPLOAD_START, type FileUpload } from './upload-step';

const ready = (fileId: string) => ({ step: 'ready', fileId }) as const;
const failed = { step: 'failed', reason: null, canRetry: false, fileId: null, ...UPLOAD_START } as const;
const photo = (overrides: Partial<DraftFile> = {}): DraftFile => ({
  localId: 'l1',
  kind: 'photo',
  name: 'a.jpg',
  size: 10,
  upload: ready('f1'),
  ...newFile,
  ...overrides,
});
const draft = (overrides: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  text: 'Hello',
  tagline: 'One photo',
  ...overrides,
});
const poll = (...texts: string[]) => ({
  question: 'Tea?',
  options: texts.map((text) => ({ id: null, text })),
  days: 3,
  endsAt: null,
});
const stored = (overrides: Partial<OwnFeed> = {}) =>
  ({
    _id: '1',
    text: 'Hello',
    status: 'active',
    files: [],
    polls: [],
    isSale: false,
    ...overrides,
  }) as unknown as OwnFeed;

const rules = { minPrice: 1, maxPrice: 400, canWait: true, canHaveNoText: true, keepsDetails: true, canClear: true };

describe('problems of a draft', () => {
  it('are empty if the text is a sentence', () => {
    expect(feedStudio.getProblems(draft(), rules)).toEqual({});
  });

  it.each<[string, Partial<Draft>, object]>([
    ['an empty post', { text: '  ' }, { text: expect.any(String) }],
    ['a sale without a price', { audience: 'sale', files: [photo()] }, { price: 'Set a price.' }],
    ['a sale for zero', { audience: 'sale', price: '0', files: [photo()] }, { price: 'Set a price.' }],
    [
      'a price above the maximum',
      { audience: 'sale', price: '400.01', files: [photo()] },
      { price: 'The highest price is $400.00.' },
    ],
    [
      'a price below the minimum',
      { audience: 'sale', price: '0.50', files: [photo()] },
      { price: 'The lowest price is $1.00.' },
    ],
    [
      'a sale without a description',
      { audience: 'sale', price: '5', tagline: ' ', files: [photo()] },
      { tagline: 'Say what buyers will get.' },
    ],
    ['a sale without files', { audience: 'sale', price: '5' }, { files: 'Add at least one file to sell.' }],
    [
      'a queued file',
      { files: [photo({ upload: { step: 'queued', ...UPLOAD_START } })] },
      { files: 'Wait until the files have uploaded.' },
    ],
    [
      'a file being uploaded',
      { files: [photo({ upload: { step: 'sending', secondsLeft: null, ...UPLOAD_START } })] },
      { files: 'Wait until the files have uploaded.' },
    ],
    ['a failed teaser', { teaser: [photo({ upload: failed })] }, { files: expect.stringContaining('failed') }],
    [
      'a poll that ends before publication',
      { id: '7', state: 'draft', poll: { ...poll('Yes', 'No'), days: null, endsAt: '2020-01-01T10:00:00.000Z' } },
      { poll: expect.stringContaining('would be over') },
    ],
    ['a poll with one answer', { poll: poll('Yes', ' ') }, { poll: expect.any(String) }],
    [
      'a publication time in the past',
      { isLater: true, scheduleAt: '2020-01-01T00:00' },
      { scheduleAt: expect.any(String) },
    ],
    ['a missing publication time', { isLater: true }, { scheduleAt: expect.any(String) }],
  ])('include %s', (_what, part, problems) => {
    expect(feedStudio.getProblems(draft(part), rules)).toEqual(problems);
  });

  it('do not include a price at the limit, a picture without text, or a video being processed', () => {
    const files = [photo({ kind: 'video', upload: { step: 'processing', fileId: 'f1' } })];
    expect(feedStudio.getProblems(draft({ text: '', audience: 'sale', price: '400', files }), rules)).toEqual({});
    expect(feedStudio.getProblems(draft({ poll: poll('Yes', 'No') }), rules)).toEqual({});
    expect(feedStudio.getProblems(draft({ text: '', poll: poll('Yes', 'No') }), rules)).toEqual({});
    expect(feedStudio.getProblems(draft({ text: '' }), rules).text).toBe('Write something, or add a file or a poll.');
  });
});

describe('errors of the server', () => {
  it.each([
    ['a price', { code: 'PRICE_OUT_OF_BOUNDS', message: 'Too dear.' }, { fields: { price: 'Too dear.' } }],
    ['a file', { code: 'INVALID_OR_MISSING_FILE', message: 'Gone.' }, { fields: { files: 'Gone.' } }],
    [
      'fields by their names in the API',
      { message: 'x', issues: ['text: too long', 'fileAlts[0].alt: too long', 'pollDescription: too long'] },
      { fields: { text: 'too long', files: 'too long', poll: 'too long' } },
    ],
    [
      'a field that the editor does not have',
      { message: 'x', issues: ['title: too long', 'pinnedAt: no date'] },
      { fields: { title: 'too long' }, other: 'Pinned at: no date' },
    ],
    [
      'a missing field',
      { code: 'MISSING_REQUIRED_PROPS', message: 'This post needs: price.' },
      { fields: { price: 'This field is required.' } },
    ],
    ['an error without a field', { code: 'DOCUMENTS_NOT_APPROVED', message: 'Wait.' }, { fields: {}, other: 'Wait.' }],
  ])('map to fields: %s', (_what, failure, said) => {
    expect(getFieldErrors({ status: 422, ...failure })).toEqual(said);
  });
});

describe('files of a draft', () => {
  it('can be several pictures, or one video, or one audio file', () => {
    expect(feedStudio.refuseMore(draft(), 'video')).toBeNull();
    expect(feedStudio.refuseMore(draft({ files: [photo()] }), 'photo')).toBeNull();
    expect(feedStudio.refuseMore(draft({ files: [photo()] }), 'video')).not.toBeNull();
    expect(feedStudio.refuseMore(draft({ files: [photo({ kind: 'video' })] }), 'video')).not.toBeNull();
    expect(feedStudio.refuseMore(draft({ files: Array.from({ length: 20 }, () => photo()) }), 'photo')).not.toBeNull();
  });

  it.each([
    [
      'image/tiff',
      10,
      'photo',
      'files',
      'This file type is not supported. Choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC).',
    ],
    ['image/jpeg', 26 * 1024 ** 2, 'photo', 'files', 'This file is too large: 26 MB of at most 25 MB.'],
    ['video/mp4', 201 * 1024 ** 2, 'video', 'teaser', 'This file is too large: 201 MB of at most 200 MB.'],
    ['video/mp4', 201 * 1024 ** 2, 'video', 'files', null],
    ['audio/mpeg', 0, 'audio', 'files', 'This file is empty.'],
    ['', 10, 'video', 'files', null],
  ] as const)('are checked: type %s with %i bytes as a %s in the slot `%s`', (type, size, kind, slot, words) => {
    expect(getFileError({ type, size }, kind, slot, true)).toBe(words);
  });
});

it('any file type is accepted if the backend’s types are unknown', () => {
  expect(getFileError({ type: 'image/tiff', size: 10 }, 'photo', 'files', false)).toBeNull();
  expect(acceptedTypes('photo', false)).toEqual(['image/*']);
  expect(acceptedTypes('photo', true)).toContain('image/avif');
});

it('any file is accepted as the file of a product', async () => {
  const words = new File(['A course in words.'], 'course.txt');
  expect(await getContentError(words, 'file', true)).toBeNull();
  expect(await getContentError(words, 'video', true)).not.toBeNull();
});

describe('a draft sent to the API', () => {
  it.each<[Draft['audience'], object]>([
    ['subscribers', { isSale: false, isFree: false, price: 0 }],
    ['sale', { isSale: true, isFree: false, price: 5 }],
    ['free', { isSale: false, isFree: true, price: 0 }],
    ['everyone', { isSale: true, isFree: false, price: 0 }],
  ])('maps the audience %s in both directions', (audience, flags) => {
    const body = toFeedBody(draft({ audience, price: '5' }), [], 'published');
    expect(body).toMatchObject(flags);
    const again = toDraft(stored(body as object));
    expect(again).toMatchObject({ audience, text: 'Hello', price: audience === 'sale' ? '5' : '' });
  });

  it('lists its files in order, with descriptions', () => {
    const files = [photo({ upload: ready('b'), alt: 'A bowl' }), photo({ localId: 'l2', upload: ready('a') })];
    const body = toFeedBody(draft({ files, thumbnail: [photo({ upload: ready('t') })] }), [], 'published');
    expect(body).toMatchObject({ type: 'photo', fileIds: ['b', 'a'], thumbnailId: 't', teaserId: null });
    expect(body.fileAlts).toEqual([
      { fileId: 'b', alt: 'A bowl' },
      { fileId: 'a', alt: '' },
    ]);
  });

  it('is published immediately, scheduled, or stored as a draft', () => {
    const later = draft({ isLater: true, scheduleAt: '2100-01-01T18:00' });
    const at = new Date('2100-01-01T18:00').toISOString();
    expect(toFeedBody(draft(), [], 'published')).toMatchObject({ status: 'active', isSchedule: false });
    expect(toFeedBody(later, [], 'published')).toMatchObject({ status: 'active', isSchedule: true, scheduleAt: at });
    expect(toFeedBody(later, [], 'draft')).toMatchObject({ status: 'inactive', isSchedule: false, scheduleAt: null });
  });

  it.each(['published', 'hidden'] as const)('stays %s when it is edited', (state) => {
    expect(toFeedBody(draft({ id: '1', state }), [], 'published')).not.toHaveProperty('status');
  });

  it('counts the days of a poll from its publication, and does not change the end of a stored poll', () => {
    const asked = poll('Yes', 'No');
    const later = draft({ isLater: true, scheduleAt: '2100-01-01T18:00', poll: asked });
    const inThreeDays = new Date('2100-01-04T18:00').toISOString();
    expect(toFeedBody(later, ['p1'], 'published').pollExpiredAt).toBe(inThreeDays);
    const kept = { ...asked, days: null, endsAt: '2099-01-01T00:00:00.000Z' };
    expect(toFeedBody(draft({ poll: kept }), ['p1'], 'published').pollExpiredAt).toBe(kept.endsAt);
  });
});

describe('a stored post', () => {
  it.each([
    ['published', { status: 'active' }],
    ['scheduled', { status: 'inactive', isSchedule: true }],
    ['hidden', { status: 'inactive', isSchedule: false }],
    ['draft', { status: 'draft', isSchedule: false }],
    ['failed', { status: 'file-error' }],
  ] as const)('has the state %s', (state, part) => {
    expect(getDraftState(stored(part))).toBe(state);
  });

  it('has its schedule in local time', () => {
    const scheduleAt = new Date('2100-01-01T18:00').toISOString();
    expect(toDraft(stored({ status: 'inactive', isSchedule: true, scheduleAt }))).toMatchObject({
      state: 'scheduled',
      isLater: true,
      scheduleAt: '2100-01-01T18:00',
    });
  });
});

describe('a draft saved on this device', () => {
  const position = { progress: 0.4, uploadId: 'u1' };
  const round = (value: Draft) =>
    parseDraft(JSON.parse(JSON.stringify(serializeDraft(value, 5))) as Record<string, unknown>, 'feed');

  it('includes all input, and the state of its files', () => {
    const files = [
      photo({ upload: { step: 'processing', fileId: 'f1' } }),
      photo({ localId: 'l2', upload: { step: 'sending', secondsLeft: 9, progress: 0.4, uploadId: 'u2' } }),
      photo({
        localId: 'l3',
        upload: { step: 'held', progress: 0.4 },
        title: 'Kiln',
        sent: { title: 'Kiln', before: ['v1'] },
      }),
      photo({ localId: 'l4', upload: { ...failed, reason: 'Too large.' }, refusal: 'Add a title.' }),
    ];
    const kept = round(draft({ title: 'T', audience: 'sale', price: '5', poll: poll('A', 'B'), files }));
    expect(kept).toMatchObject({
      keptAt: 5,
      isRestored: true,
      isChanged: true,
      title: 'T',
      text: 'Hello',
      audience: 'sale',
      price: '5',
      poll: poll('A', 'B'),
    });
    expect(kept?.files).toMatchObject([
      { upload: { step: 'processing', fileId: 'f1' } },
      { upload: { step: 'sending', uploadId: 'u2', progress: 0.4 } },
      { upload: { step: 'held', progress: null }, title: 'Kiln', sent: { title: 'Kiln', before: ['v1'] } },
      { upload: { step: 'failed', reason: 'Too large.' }, refusal: 'Add a title.' },
    ]);
  });

  it.each<[object, FileUpload]>([
    [{ status: 'waiting' }, { step: 'queued', ...UPLOAD_START }],
    [
      { status: 'uploading', uploadId: 'u1', progress: 0.4 },
      { step: 'sending', secondsLeft: null, ...position },
    ],
    [
      { status: 'uploading', progress: 0.4 },
      { step: 'sending', secondsLeft: null, ...UPLOAD_START },
    ],
    [
      { status: 'offline', uploadId: 'u1', progress: 0.4 },
      { step: 'offline', reason: null, ...position },
    ],
    [
      { status: 'paused', uploadId: 'u1', progress: 0.4 },
      { step: 'paused', ...position },
    ],
    [
      { status: 'missing', uploadId: 'u1', progress: 0.4 },
      { step: 'missing', ...position },
    ],
    [
      { status: 'held', progress: 0 },
      { step: 'held', progress: null },
    ],
    [
      { status: 'processing', fileId: 'f1', progress: 1 },
      { step: 'processing', fileId: 'f1' },
    ],
    [
      { status: 'ready', fileId: 'f1', progress: 1 },
      { step: 'ready', fileId: 'f1' },
    ],
    [
      { status: 'failed', error: 'Too large.', canRetry: true },
      { ...failed, reason: 'Too large.', canRetry: true },
    ],
    // Polled again, since processing may have been retried.
    [
      { status: 'failed', fileId: 'f1', error: 'Broken.' },
      { step: 'processing', fileId: 'f1' },
    ],
    [{ status: 'dancing' }, failed],
  ])('reads a file saved by older versions: %j', (file, upload) => {
    const saved = { localId: 'l1', kind: 'video', name: 'a.mp4', size: 10, fileId: null, storedId: null, ...file };
    expect(parseDraft({ at: 1, draft: { files: [saved] } }, 'feed')?.files).toMatchObject([{ upload }]);
  });

  it('can be read by older versions', () => {
    const upload: FileUpload = { step: 'sending', secondsLeft: 9, ...position };
    expect(serializeDraft(draft({ files: [photo({ upload })] }), 1)['draft']).toMatchObject({
      files: [{ status: 'uploading', progress: 0.4, uploadId: 'u1', fileId: null, error: null, canRetry: false }],
    });
    expect(serializeDraft(draft({ files: [photo()] }), 1)['draft']).toMatchObject({
      files: [{ status: 'ready', progress: 1, uploadId: null, fileId: 'f1' }],
    });
  });

  it.each([[undefined], [{}], [{ at: 'x', draft: {} }], [{ at: 1, draft: 'text' }]])(
    'ignores invalid data: %j',
    (value) => {
      expect(parseDraft(value, 'feed')).toBeUndefined();
    },
  );

  it('restores the valid fields of partly invalid data', () => {
    const odd = {
      at: 1,
      draft: { title: 7, audience: 'vip', files: [null, { kind: 'dance' }], poll: { options: 'x' } },
    };
    expect(parseDraft(odd, 'feed')).toEqual({ ...emptyDraft, isChanged: true, keptAt: 1, isRestored: true });
  });
});

describe('for a backend with fewer post fields, a draft', () => {
  it('cannot be scheduled, since it would be published immediately', () => {
    const waiting = draft({ isLater: true, scheduleAt: '2199-01-01T10:00' });
    expect(feedStudio.getProblems(waiting, rules)).toEqual({});
    expect(feedStudio.getProblems(waiting, { ...rules, canWait: false }).scheduleAt).toBe(
      'This site publishes at once. Choose Now.',
    );
  });

  it('requires a text, and sends no tagline', () => {
    const sale = { audience: 'sale', price: '4', tagline: '', text: '', files: [photo()] } satisfies Partial<Draft>;
    const less = { ...rules, canHaveNoText: false, keepsDetails: false, canClear: true };
    expect(feedStudio.getProblems(draft(sale), less)).toEqual({ text: 'Write a few words.' });
  });
});
