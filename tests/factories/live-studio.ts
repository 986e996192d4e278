import type { Mock } from 'vitest';
import { publishStream } from '@/services/streaming/publish-stream';
import type { PublishHandlers, PublishMedia } from '@/services/streaming/stream-publication';

/** Responses and published streams for tests of a host's studio. The caller mocks `publish-stream`. */

export const show = {
  _id: 'e00000000000000000000001',
  performerId: 'f00000000000000000000009',
  title: 'Sunday loops',
  description: '',
  type: 'public',
  sessionId: 's1',
  isStreaming: 0,
  isFree: true,
  stats: { members: 0, likes: 0 },
  conversationId: 'c00000000000000000000001',
  audience: 'everyone',
  chat: { slowSeconds: 0, writers: 'everyone', emoteOnly: false },
  isRecorded: true,
  createdAt: '2026-11-29T10:00:00.000Z',
  updatedAt: '2026-11-29T10:00:00.000Z',
};

export const host = { _id: show.performerId, isPerformer: true, verifiedDocument: true } as const;
export const fan = { _id: 'f00000000000000000000002', name: 'Ada Fenn', username: 'ada', avatar: '' };
export const access = { engine: 'embedded', ticket: 'once', iceServers: [], hls: null, isFull: false };

/** Backends send these fields either at the top level or in `stream`; this response has both. */
export const toLive = (about: object = {}) => ({
  ...show,
  ...about,
  stream: { ...show, ...about },
  conversation: null,
});

export const toOwn = (about: object = {}) => ({
  ...toLive({ isStreaming: 1, startedAt: new Date().toISOString(), ...about }),
  tips: 12.5,
  earned: 10,
});

export const toSummary = (about: object = {}) => ({
  streamId: show._id,
  title: show.title,
  startedAt: show.createdAt,
  endedAt: show.updatedAt,
  duration: 5_040,
  viewers: 612,
  peakViewers: 231,
  newFollowers: 18,
  newSubscribers: 3,
  tips: { count: 23, amount: 146 },
  tickets: { count: 0, amount: 0 },
  minutes: { count: 16, amount: 53.28 },
  commission: 39.92,
  earned: 159.36,
  muted: 2,
  banned: 1,
  replayVideoId: null,
  ...about,
});

export const toSeat = (about: object = {}) => ({
  _id: 'a00000000000000000000001',
  createdAt: show.createdAt,
  updatedAt: show.updatedAt,
  streamId: 'e00000000000000000000002',
  conversationId: 'c00000000000000000000002',
  sessionId: 's2',
  type: 'private',
  user: fan,
  state: 'asked',
  endedBy: null,
  price: 4,
  note: 'The one in D minor',
  answerBy: null,
  minutes: 0,
  cost: 0,
  earned: 0,
  ...about,
});

interface FakePublication {
  access: object;
  media: PublishMedia;
  handlers: PublishHandlers;
  replaceVideo: Mock;
  replaceAudio: Mock;
  renew: Mock;
  stop: Mock;
}

export function recordPublications(): FakePublication[] {
  const opened: FakePublication[] = [];
  vi.mocked(publishStream).mockImplementation((given, media, handlers) => {
    const publication = { replaceVideo: vi.fn(), replaceAudio: vi.fn(), renew: vi.fn(), stop: vi.fn() };
    opened.push({ access: given, media, handlers, ...publication });
    return Promise.resolve(publication);
  });
  return opened;
}
