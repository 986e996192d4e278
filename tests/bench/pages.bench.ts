import { paths } from '@/config/paths';
import { startDemoSite } from './harness/demo-site';
import { startHelloSite } from './harness/hello-site';
import { compareUnderLoad } from './harness/load';
import { expectTarget, printTable } from './harness/report';

/** Measures the CPU time of logged-in accounts' pages, which are rendered per request, beside a hello-world page. */
const [site, hello] = [await startDemoSite(), await startHelloSite()];
/** `atMost` limits the web server's CPU time, as a multiple of the baseline's. */
const pages: [name: string, email: string, path: string, atMost: number][] = [
  ['home, fan', 'fan@demo.test', paths.home, 8],
  ['profile, fan', 'fan@demo.test', paths.profile('miraokafor'), 8],
  ['creators, fan', 'fan@demo.test', paths.creators, 5],
  ['wallet, fan', 'fan@demo.test', paths.wallet, 5],
  ['messages, fan', 'fan@demo.test', paths.messages, 5],
  ['home, creator', 'creator@demo.test', paths.home, 8],
  ['posts, creator', 'creator@demo.test', paths.creator.posts, 5],
  ['fans, creator', 'creator@demo.test', paths.creator.subscribers, 5],
  ['earnings, creator', 'creator@demo.test', paths.creator.earnings, 5],
];

try {
  const { web, api } = site;
  const cookies = new Map<string, string>();
  for (const email of new Set(pages.map(([, who]) => who))) cookies.set(email, `token=${await site.logIn(email)}`);
  const loads = await compareUnderLoad([
    { name: 'hello world', url: `${hello.server.url}/`, pid: hello.server.pid },
    ...pages.map(([name, email, path]) => ({
      name,
      url: web.url + path,
      pid: web.pid,
      otherPid: api.pid,
      headers: { cookie: cookies.get(email) ?? '' },
    })),
  ]);
  const base = loads['hello world']?.cpuMs ?? Number.NaN;
  printTable(
    ['page', 'requests/s', 'p50 ms', 'web CPU ms', 'times', 'API CPU ms', 'times'],
    Object.entries(loads).map(([name, { rate, p50, cpuMs, otherCpuMs }]) => [
      name,
      rate,
      p50,
      cpuMs,
      cpuMs / base,
      ...(Number.isNaN(otherCpuMs) ? ['', ''] : [otherCpuMs, otherCpuMs / base]),
    ]),
  );
  for (const [name, , , atMost] of pages) {
    expectTarget(`${name}: web process, times hello world`, (loads[name]?.cpuMs ?? Number.NaN) / base, { atMost });
  }
} finally {
  await Promise.all([site.stop(), hello.stop()]);
}
