import { buildStoredPhoto } from '../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

async function buildRefused(): Promise<[what: string, status: number, url: string, headers: Record<string, string>][]> {
  const file = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo' });
  const fan = await buildUser(app);
  const signed = app.services.media.present(file, { viewer: fan.actor, open: true }).url ?? '';
  const avatar = await buildStoredPhoto(app, { ownerId: creator.id, type: 'avatar', isPublic: true });
  const open = app.services.media.publicUrl(avatar, 'small');
  await app.services.block.closeSiteTo(['GB']);
  return [
    ['a viewer who may not', 403, signed, {}],
    ['a broken link', 403, signed.replace(/s=./, 's=!'), {}],
    ['a link without its seal', 403, signed.replace(/[?].*/, ''), {}],
    ['a preview of nothing', 404, `/media/public/${file.id}/small`, {}],
    ['a file that is gone', 404, '/media/public/ffffffffffffffffffffffff/small', {}],
    ['an address of no kind', 404, '/media/one/two/three', {}],
    ['a country that is shut out', 403, open, { 'cf-ipcountry': 'GB' }],
  ];
}

it('pages of the web app’s origin can read errors of media, at whichever step a request is rejected', async () => {
  for (const [what, status, url, headers] of await buildRefused()) {
    const reply = await app.http.inject({
      url: url.replace('http://api.test', ''),
      headers: { ...headers, origin: 'http://web.test' },
    });
    expect([what, reply.statusCode, reply.headers['cross-origin-resource-policy']]).toEqual([
      what,
      status,
      'cross-origin',
    ]);
    expect(reply.headers).toMatchObject({
      'access-control-allow-origin': 'http://web.test',
      'access-control-allow-credentials': 'true',
      'cache-control': 'no-store',
    });
    expect(reply.json()).toMatchObject({
      statusCode: status,
      message: expect.any(String),
      requestId: expect.any(String),
    });
  }
});

it('responses other than media can be embedded only by pages of their own origin', async () => {
  expect((await app.http.inject('/settings')).headers['cross-origin-resource-policy']).toBe('same-origin');
});
