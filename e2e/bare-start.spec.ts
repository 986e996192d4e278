import { apiUrl } from './accounts';
import { expect, test } from './fixtures';

test('W-11: started with nothing but Node.js, the site shows all images and plays a video', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const pictures = await page
    .locator('img')
    .evaluateAll((images) => (images as HTMLImageElement[]).map(({ src }) => src));
  expect(pictures.length).toBeGreaterThan(3);
  for (const src of new Set(pictures)) {
    const reply = await request.get(src);
    expect([src, reply.status(), reply.headers()['content-type']]).toEqual([
      src,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }

  const feeds = await request.get(`${apiUrl}/user/feeds`, { params: { type: 'video', limit: 50 } });
  const { data } = ((await feeds.json()) as { data: { data: { teaser?: { url?: string | null } | null }[] } }).data;
  const films = data.flatMap(({ teaser }) => teaser?.url ?? []);
  expect(films.length).toBeGreaterThan(0);
  const isPlayed = await page.evaluate(
    (src) =>
      new Promise<boolean>((resolve) => {
        const video = Object.assign(document.createElement('video'), { src, muted: true });
        video.onloadeddata = () => resolve(video.videoWidth > 0);
        video.onerror = () => resolve(false);
        video.load();
      }),
    films[0] ?? '',
  );
  const film = await request.get(films[0] ?? '');
  expect([film.status(), film.headers()['content-type'], isPlayed]).toEqual([200, 'video/mp4', true]);
});

test('both halves keep idle connections longer than proxies keep theirs, most a minute', async ({ request }) => {
  for (const url of ['/contact', `${apiUrl}/health`]) {
    const reply = await request.get(url, { headers: { connection: 'keep-alive' } });
    expect([url, reply.headers()['keep-alive']]).toEqual([url, 'timeout=72']);
  }
});
