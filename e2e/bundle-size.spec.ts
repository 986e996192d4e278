import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures';

/** KB of JavaScript, gzipped, above which a first page is too heavy; the aim is 190. Each kind of content and each page adds to it: more pages share
 * parts in more ways, so there are more and smaller files, which pack less well. */
const atMost = 210;

for (const path of ['/', '/miraokafor']) {
  test(`the first load of ${path} stays light`, async ({ request }) => {
    const page = await (await request.get(path)).text();
    const tags = [...page.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)].filter(
      ([tag]) => !/\bnomodule\b/i.test(tag),
    );
    const sources = new Set(tags.map(([, source = '']) => source));
    expect(sources.size).toBeGreaterThan(5);
    let bytes = 0;
    for (const source of sources) bytes += gzipSync(await (await request.get(source)).body()).length;
    expect(Math.round(bytes / 102.4) / 10).toBeLessThanOrEqual(atMost);
  });
}
