import { buildVideo } from '../../../../tests/factories/assets';
import { fetchMedia } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let video: { id: string; fileId: string };
beforeEach(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
  const { _id, fileId } = await buildVideo(app, creator);
  video = { id: _id, fileId };
});
afterEach(() => app.close());

const subRip = '\uFEFF1\r\n00:00:01,000 --> 00:00:02,500\r\nGood <i>morning</i>\r\n';
const set = (text: string, as = creator.token, language = 'en') =>
  app.call('setFileCaptions', { as, params: { id: video.fileId }, body: { text, language } });
const seenBy = async (as?: string) =>
  (await app.call('getVideo', { ...(as && { as }), params: { id: video.id } })).data.video;

describe('captions of a video', () => {
  it('open together with the video, and are gone when deleted', async () => {
    const fan = await buildUser(app);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    // Fills the cache, which setting captions must invalidate.
    expect(await seenBy(fan.token)).not.toHaveProperty('captions');
    expect((await set(subRip)).data.captions).toMatchObject({ language: 'en' });
    const { captions } = (await seenBy(fan.token)) ?? {};
    const reply = await fetchMedia(app, captions?.url ?? '', fan);
    expect(reply.headers['content-type']).toMatch(/^text\/vtt/);
    expect(reply.body).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nGood <i>morning</i>\n');
    expect(await seenBy()).not.toHaveProperty('captions');
    const other = await buildUser(app);
    expect((await fetchMedia(app, captions?.url ?? '', other)).statusCode).toBe(403);

    const second = 'WEBVTT\n\n00:01.000 --> 00:02.000\nBom dia\n';
    expect((await set(second, creator.token, 'pt-BR')).data.captions).toMatchObject({ language: 'pt-BR' });
    expect((await fetchMedia(app, (await seenBy(fan.token))?.captions?.url ?? '', fan)).body).toBe(second);
    for (const [language, stored] of [
      ['zh-hant', 'zh-Hant'],
      ['es-419', 'es-419'],
      ['SR-latn-rs', 'sr-Latn-RS'],
    ] as const) {
      expect((await set(second, creator.token, language)).data.captions).toMatchObject({ language: stored });
    }
    await app.call('deleteFileCaptions', { as: creator.token, params: { id: video.fileId } });
    expect(await seenBy(fan.token)).not.toHaveProperty('captions');
    expect((await fetchMedia(app, captions?.url ?? '', fan)).statusCode).toBe(404);
  });

  it('can be set only by the creator, and must be valid', async () => {
    const other = await buildPerformer(app);
    expect((await set(subRip, other.token)).status).toBe(404);
    expect((await app.call('deleteFileCaptions', { as: other.token, params: { id: video.fileId } })).status).toBe(404);
    for (const text of ['Good morning', 'WEBVTT\n\nNo times', '<script>alert(1)</script>'])
      expect((await set(text)).body).toMatchObject({ statusCode: 400, error: 'INVALID_CAPTIONS' });
    for (const language of ['english', 'en_US', 'x', '', 'en-', 'zh-Hant-Hant-Hant'])
      expect((await set(subRip, creator.token, language)).status).toBe(400);
    expect((await set('x'.repeat(500_001))).status).toBe(400);
    expect(await seenBy(creator.token)).not.toHaveProperty('captions');
  });
});
