import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from './fixtures';

/** Gzipped KB; the goal is 190. Each new page splits shared code into more and smaller files, which compress less well. */
const atMost = 215;

for (const path of ['/', '/miraokafor']) {
  test(`the first load of ${path} stays below the size limit`, async ({ request }) => {
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

/** Words found only in these libraries of half a megabyte each. Only viewers of shows on sites that use one should load it. */
const engines = { Agora: 'AgoraRTCClient', LiveKit: 'SignalReconnecting' };

for (const [engine, word] of Object.entries(engines)) {
  test(`no page loads ${engine} initially`, async () => {
    const folder = process.env.NEXT_DIST_DIR || '.next';
    const manifest = JSON.parse(await readFile(path.join(folder, 'build-manifest.json'), 'utf8')) as {
      pages: Record<string, string[]>;
    };
    const names = (await readdir(path.join(folder, 'static/chunks'))).filter((name) => name.endsWith('.js'));
    const scripts = names.map((name) => `static/chunks/${name}`);
    const texts = await Promise.all(scripts.map((script) => readFile(path.join(folder, script), 'utf8')));
    const holders = scripts.filter((_script, index) => texts[index]?.includes(word));
    expect(holders.length).toBeGreaterThan(0);
    expect(
      Object.entries(manifest.pages).filter(([, first]) => holders.some((script) => first.includes(script))),
    ).toEqual([]);
  });
}
