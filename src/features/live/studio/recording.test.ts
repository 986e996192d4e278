import { replayFeature } from './replay-feature';
import { replayRetried, selectReplayUploads } from './replay-slice';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { selectToasts } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { sendInChunks } from '@/services/resumable-upload';
import { recordShow, type ShowRecording } from '@/services/streaming/record-show';
import { discardRecordings, listRecordedShows, listRecordings } from '@/services/streaming/recording-store';
import {
  access,
  fan,
  host,
  recordPublications,
  show,
  toLive,
  toSummary,
} from '../../../../tests/factories/live-studio';
import { installFakeDevices } from '../../../../tests/harness/fake-devices';
import { settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { studioFeature } from './studio-feature';
import { selectStudio } from './studio-state';
import * as studio from './studio-slice';

vi.mock('@/services/streaming/publish-stream', () => ({ publishStream: vi.fn() }));
vi.mock('@/services/streaming/record-show', () => ({ recordShow: vi.fn() }));
vi.mock('@/services/resumable-upload', () => ({ sendInChunks: vi.fn() }));
vi.mock('@/services/streaming/recording-store', () => ({
  listRecordings: vi.fn(),
  listRecordedShows: vi.fn(),
  discardRecordings: vi.fn(),
}));

const film = (size: number) => new File(['x'.repeat(size)], 'show.mp4', { type: 'video/mp4' });
const recording = { replaceVideo: vi.fn(), replaceAudio: vi.fn(), stop: vi.fn<() => Promise<File | null>>() };
const { _id: streamId } = show;

const privatePlace = {
  conversationId: 'c2',
  streamId: 'e2',
  sessionId: 's2',
  user: fan as never,
  price: 4,
  startedAt: show.createdAt,
  minutes: 1,
  earned: 3.2,
};

beforeEach(() => {
  installFakeDevices();
  recordPublications();
  vi.clearAllMocks();
  vi.mocked(recordShow).mockResolvedValue(recording satisfies ShowRecording);
  vi.mocked(listRecordings).mockResolvedValue([]);
  vi.mocked(listRecordedShows).mockResolvedValue([]);
  vi.mocked(discardRecordings).mockResolvedValue();
  vi.mocked(sendInChunks).mockResolvedValue('f1');
  recording.stop.mockResolvedValue(film(10));
});

async function enter(engine: object = { livekitUrl: 'wss://live.test' }) {
  const made = storeForTest({
    features: [studioFeature, replayFeature],
    user: host,
    answers: {
      getOwnStream: () => null,
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      startStream: () => toLive(),
      createStreamAccess: () => access,
      uploadVideo: () => ({ _id: 'v1' }),
      getStreamSummary: () => toSummary({ replayVideoId: 'v7' }),
      endStream: () => toSummary(),
    },
  });
  const { store } = made;
  store.dispatch(settingsLoaded({ ...store.getState().settings.values, ...engine }));
  store.dispatch(studio.studioEntered());
  await settle();
  return { ...made, readUpload: (show = streamId) => selectReplayUploads(store.getState())[show] };
}

const end = (about: object = {}) => studio.showEnded({ summary: toSummary(about), endedBy: 'host' });
const listSent = () => vi.mocked(sendInChunks).mock.calls.map(([{ file }]) => file.size);

it('the browser records if the engine does not, and uploads a draft after the show', async () => {
  const { store, calls, readUpload } = await enter();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  expect(recordShow).toHaveBeenCalledWith(
    { accountId: host._id, showId: streamId },
    expect.anything(),
    expect.any(Function),
  );
  store.dispatch(end());
  await settle();
  expect(recording.stop).toHaveBeenCalledTimes(1);
  expect(listSent()).toEqual([10]);
  expect(calls.find(({ name }) => name === 'uploadVideo')?.input.body).toMatchObject({ streamId, fileId: 'f1' });
  expect(readUpload()).toMatchObject({ status: 'sent', videoId: 'v1' });
  expect(discardRecordings).toHaveBeenCalledWith({ accountId: host._id, showId: streamId });
});

it.each([
  ['the engine records', {}, { livekitUrl: '', agoraEnable: false }],
  ['the host does not want it', { isRecorded: false }, { agoraEnable: true }],
])('the browser does not record if %s', async (_why, about, engine) => {
  const { store } = await enter(engine);
  store.dispatch(studio.wentLive({ ...show, ...about } as never));
  await settle();
  store.dispatch(end());
  await settle();
  expect(recordShow).not.toHaveBeenCalled();
  expect(listSent()).toEqual([]);
});

it('a private show is not recorded', async () => {
  const { store } = await enter();
  store.dispatch(studio.devicesWanted(['camera', 'microphone']));
  await settle();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  const [[, sent] = []] = vi.mocked(recordShow).mock.calls;
  expect(sent?.audio).not.toBeNull();
  store.dispatch(studio.privateShowChanged({ seatId: 'a1', ...privatePlace }));
  await settle();
  expect(recording.replaceAudio).toHaveBeenCalledWith(null);
  expect(recording.replaceVideo.mock.calls.at(-1)).not.toEqual([sent?.video]);
});

it('the longest of several recordings, as after a reload, is uploaded', async () => {
  vi.mocked(listRecordings).mockResolvedValue([film(90), film(20)]);
  const { store } = await enter();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  store.dispatch(end());
  await settle();
  expect(listSent()).toEqual([90]);
});

it('a recording that was not uploaded is uploaded on the next visit', async () => {
  vi.mocked(listRecordedShows).mockResolvedValue(['e9']);
  vi.mocked(listRecordings).mockResolvedValue([film(30)]);
  const { readUpload } = await enter();
  await settle();
  expect(listSent()).toEqual([30]);
  expect(readUpload('e9')).toMatchObject({ status: 'sent' });
});

it.each([
  [
    'dropped with a message if it is rejected',
    400,
    [30, 30],
    [1, 2],
    [expect.stringMatching(/earlier show.*Too large/)],
  ],
  ['kept for the next visit if the rejection is temporary', 429, [30], [], []],
])('an earlier recording is %s', async (_what, status, sent, discarded, said) => {
  vi.mocked(listRecordedShows).mockResolvedValue(['e1', 'e2']);
  vi.mocked(listRecordings).mockResolvedValue([film(30)]);
  const body = { statusCode: status, message: 'Too large.', ...(status === 429 && { error: 'FILM_QUOTA' }) };
  vi.mocked(sendInChunks).mockRejectedValueOnce(new ApiError(status, body));
  const { store } = await enter();
  await settle();
  expect(listRecordedShows).toHaveBeenCalledWith(host._id);
  expect(listSent()).toEqual(sent);
  expect(vi.mocked(discardRecordings).mock.calls).toEqual(
    discarded.map((number) => [{ accountId: host._id, showId: `e${number}` }]),
  );
  const toasts = selectToasts(store.getState()).map(({ text }) => text);
  expect(toasts).toEqual(said);
});

it('a rejected recording is kept, and can be uploaded again', async () => {
  vi.mocked(sendInChunks).mockRejectedValueOnce(new ApiError(400, { statusCode: 400, message: 'Too large.' }));
  const { store, readUpload } = await enter();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  store.dispatch(end());
  await settle();
  expect(readUpload()).toMatchObject({ status: 'failed', error: { message: 'Too large.' } });
  expect(discardRecordings).not.toHaveBeenCalled();
  store.dispatch(replayRetried());
  await settle();
  expect(listSent()).toEqual([10, 10]);
  expect(readUpload()).toMatchObject({ status: 'sent', error: null });
});

it('recording stops when another device takes over', async () => {
  const { store } = await enter();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  store.dispatch(studio.showTakenOver());
  await settle();
  expect(recording.stop).toHaveBeenCalledTimes(1);
  expect(listSent()).toEqual([]);
});

it('uploads a recording in memory if the host leaves the page, which ends the show', async () => {
  const { store } = await enter();
  store.dispatch(studio.wentLive(show as never));
  await settle();
  store.dispatch(studio.endRequested());
  store.dispatch(studio.studioLeft());
  await settle();
  expect(listSent()).toEqual([10]);
});

describe('a browser that fails to record', () => {
  const fail = new DOMException('No space', 'QuotaExceededError');
  async function start() {
    const made = await enter();
    made.store.dispatch(studio.wentLive(show as never));
    await settle();
    return made;
  }
  async function expectEnd({ store }: Awaited<ReturnType<typeof enter>>, sent: number[]) {
    store.dispatch(studio.endRequested());
    await settle();
    expect(selectStudio(store.getState()).phase).toBe('ended');
    expect(listSent()).toEqual(sent);
  }

  it('continues the show if the recorder does not start', async () => {
    vi.mocked(recordShow).mockRejectedValue(fail);
    await expectEnd(await start(), []);
  });

  it('continues the show if earlier recordings cannot be read, and sends this one', async () => {
    vi.mocked(listRecordedShows).mockRejectedValue(fail);
    vi.mocked(listRecordings).mockRejectedValue(fail);
    await expectEnd(await start(), [10]);
  });

  it('sends what is on disk if the recorder does not finish', async () => {
    vi.mocked(listRecordings).mockResolvedValue([film(7)]);
    recording.stop.mockRejectedValue(fail);
    await expectEnd(await start(), [7]);
  });

  it('stops the recorder if it cannot follow, so that it records no private show', async () => {
    const made = await start();
    recording.replaceVideo.mockImplementationOnce(() => {
      throw fail;
    });
    made.store.dispatch(studio.privateShowChanged({ seatId: 'a1', ...privatePlace }));
    await settle();
    expect(recording.stop).toHaveBeenCalledTimes(1);
    await expectEnd(made, [10]);
  });

  it('keeps an uploaded replay if its recording cannot be discarded', async () => {
    vi.mocked(discardRecordings).mockRejectedValue(fail);
    const made = await start();
    await expectEnd(made, [10]);
    expect(made.readUpload()).toMatchObject({ status: 'sent', videoId: 'v1' });
  });
});

it('finds the draft of a recording by the engine', async () => {
  const { store } = await enter({ livekitUrl: '' });
  store.dispatch(studio.wentLive(show as never));
  await settle();
  vi.useFakeTimers();
  try {
    store.dispatch(end());
    expect(selectStudio(store.getState())).toMatchObject({ wasRecorded: true, summary: { replayVideoId: null } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(selectStudio(store.getState()).summary).toMatchObject({ replayVideoId: 'v7' });
  } finally {
    vi.useRealTimers();
  }
});
