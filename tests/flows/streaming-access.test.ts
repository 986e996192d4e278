import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { encodePictures, measureFilms } from '../factories/media';
import { openLiveEngine, until, type LiveEngine } from '../harness/live-engine';
import type { EncodedPicture } from '../harness/live-media';
import { endLivePeers, LiveViewer } from '../harness/live-peers';

let pictures: EncodedPicture[];
let engine: LiveEngine;
beforeAll(async () => {
  pictures = await encodePictures({ count: 120, keyEvery: 30 });
});
afterEach(() => engine.close());
afterAll(endLivePeers);

describe('tickets', () => {
  it('open one connection each, and only until they expire', async () => {
    engine = await openLiveEngine(pictures);
    const viewer = engine.keep(new LiveViewer());
    const sdp = await viewer.offer();
    const { ticket } = await engine.createAccess('viewer');
    await engine.gateway.connect(ticket, sdp);
    await expect(engine.gateway.connect(ticket, sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const late = await engine.createAccess('viewer');
    engine.advance(60);
    await expect(engine.gateway.connect(late.ticket, sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(engine.gateway.connect('no ticket', sdp)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('are rejected once their viewer has been removed, and that viewer’s video stops immediately', async () => {
    engine = await openLiveEngine(pictures);
    await engine.connectHost();
    const [gone, other] = [await engine.connectViewer('gone'), await engine.connectViewer('other')];
    const { ticket } = await engine.createAccess('viewer', { viewer: 'gone' });
    const kept = await engine.createAccess('viewer', { viewer: 'other' });
    await until(() => gone.packets.video.length > 20);
    await engine.gateway.remove('show', 'gone');
    await expect(engine.gateway.connect(ticket, '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const until100 = other.packets.video.length + 15;
    await until(() => other.packets.video.length > until100);
    const count = gone.packets.video.length;
    const until200 = other.packets.video.length + 30;
    await until(() => other.packets.video.length > until200);
    expect(gone.packets.video.length).toBe(count);
    await expect(engine.gateway.connect(kept.ticket, '')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('open no connection if the viewer is removed while connecting', async () => {
    engine = await openLiveEngine(pictures);
    await engine.connectHost();
    const { ticket } = await engine.createAccess('viewer', { viewer: 'gone' });
    const viewer = engine.keep(new LiveViewer());
    const answer = engine.gateway.connect(ticket, await viewer.offer());
    await engine.gateway.remove('show', 'gone');
    await expect(answer).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('are rejected beyond the maximum number of viewers', async () => {
    engine = await openLiveEngine(pictures, { STREAM_VIEWERS: '1' });
    await engine.connectHost();
    const early = await engine.createAccess('viewer', { viewer: 'b' });
    expect(early.isFull).toBe(false);
    const viewer = await engine.connectViewer('a');
    await until(() => viewer.packets.video.length > 5);
    expect(await engine.createAccess('viewer', { viewer: 'c' })).toMatchObject({
      isFull: true,
      hls: expect.stringContaining('/streaming/hls/show/live.m3u8?v=c&e='),
    });
    expect(await engine.createAccess('host')).toMatchObject({ isFull: false, hls: null });
    await expect(engine.gateway.connect(early.ticket, '')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await engine.gateway.remove('show', 'a');
    await until(async () => !(await engine.createAccess('viewer', { viewer: 'c' })).isFull);
  });

  it('close a viewer’s oldest connection when that viewer opens too many', async () => {
    engine = await openLiveEngine(pictures);
    await engine.connectHost();
    const viewers: LiveViewer[] = [];
    for (let index = 0; index < 4; index++) {
      const viewer = await engine.connectViewer('same');
      await until(() => viewer.packets.video.length > 5);
      viewers.push(viewer);
    }
    const [oldest, , , newest] = viewers;
    const count = oldest!.packets.video.length;
    const aim = newest!.packets.video.length + 30;
    await until(() => newest!.packets.video.length > aim);
    expect(oldest!.packets.video.length - count).toBeLessThan(10);
  });
});

const readText = (file: string, otherwise = ''): Promise<string> => readFile(file, 'utf8').catch(() => otherwise);

describe('the recording of a show', () => {
  it('is one video that can be decoded, and is delivered again if it was not accepted', async () => {
    engine = await openLiveEngine(pictures);
    await engine.connectHost({ isRecorded: true });
    await until(() => engine.isHostThere() === true);
    const state = path.join(engine.dataDir, 'recordings/show/state.json');
    await until(async () => JSON.parse(await readText(state, '{"seconds":0}')).seconds > 3.9);
    let tries = 0;
    const taken: string[] = [];
    engine.gateway.onRecorded(async ({ path: file, duration }) => {
      tries += 1;
      if (tries === 1) throw new Error('no room');
      taken.push(file);
      expect(duration).toBeGreaterThan(3);
      expect(await measureFilms([file])).toHaveLength(1);
    });
    await expect(engine.gateway.end('show')).rejects.toThrow('no room');
    await engine.gateway.end('show');
    await engine.gateway.end('show');
    expect(taken).toHaveLength(1);
  });

  it('does not exist for an unrecorded show, whose live segments are deleted', async () => {
    engine = await openLiveEngine(pictures);
    await engine.connectHost();
    await until(() => engine.isHostThere() === true);
    const place = path.join(engine.dataDir, 'live/show/live.m3u8');
    await until(async () => (await readText(place)).includes('1.m4s'));
    expect(await readText(place)).toMatch(/#EXTINF:[12][.]/);
    await engine.gateway.end('show');
    expect([engine.recordings, await readText(place)]).toEqual([[], '']);
  });
});
