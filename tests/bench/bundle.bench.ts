import { gzipSync } from 'node:zlib';
import { startDemoSite } from './harness/demo-site';
import { expectTarget, printTable } from './harness/report';

/** JavaScript that a page's HTML loads, gzipped, without scripts for browsers that do not support modules. */
interface Weight {
  kilobytes: number;
  files: number;
}

const site = await startDemoSite();

async function weigh(path: string, headers: Record<string, string>): Promise<Weight> {
  const reply = await fetch(`${site.web.url}${path}`, { headers });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
  const tags = [...(await reply.text()).matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  const sources = new Set(tags.filter(([tag]) => !/\bnomodule\b/i.test(tag)).map(([, source = '']) => source));
  let bytes = 0;
  for (const source of sources) {
    const script = await fetch(new URL(source, site.web.url));
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).length;
  }
  return { kilobytes: bytes / 1024, files: sources.size };
}

try {
  const { cookie } = site.headers;
  const pages: [name: string, path: string, atMost: number, headers?: { cookie: string }][] = [
    ['landing', '/', 190],
    ['profile', '/miraokafor', 190],
    ['home', '/home', 230, { cookie }],
    ['messages', '/messages', 230, { cookie }],
    ['log-in', '/auth/login', 230],
    ['wallet', '/wallet', 230, { cookie }],
  ];
  const weights: [string, number, Weight][] = [];
  for (const [name, path, atMost, headers = {}] of pages) weights.push([name, atMost, await weigh(path, headers)]);
  printTable(
    ['page', 'KB', 'files'],
    weights.map(([name, , { kilobytes, files }]) => [name, kilobytes, String(files)]),
  );
  for (const [name, atMost, { kilobytes }] of weights) expectTarget(`${name}, KB`, kilobytes, { atMost });
} finally {
  await site.stop();
}
