import { startDemoSite } from './harness/demo-site';
import { startHelloSite } from './harness/hello-site';
import { compareUnderLoad } from './harness/load';
import { expectTarget, printTable } from './harness/report';

/**
 * Measures guest pages rendered on the server, beside a hello-world page with the same Next.js: requests per second and CPU
 * time. Guests share a page for two seconds; "each its own" is the cost of rendering it. For logged-in accounts, see
 * `pages.bench.ts`.
 */
const [site, hello] = [await startDemoSite(), await startHelloSite()];
try {
  const { web } = site;
  const loads = await compareUnderLoad([
    { name: 'hello world', url: `${hello.server.url}/`, pid: hello.server.pid },
    { name: 'landing, stranger', url: `${web.url}/`, pid: web.pid },
    { name: 'profile, stranger', url: `${web.url}/miraokafor`, pid: web.pid },
    { name: 'profile, each its own', url: `${web.url}/miraokafor`, pid: web.pid, isEachNew: true },
  ]);
  const base = loads['hello world'];
  printTable(
    ['page', 'requests/s', 'share', 'p50 ms', 'CPU ms', 'times'],
    Object.entries(loads).map(([name, { rate, p50, cpuMs }]) => [
      name,
      rate,
      rate / base.rate,
      p50,
      cpuMs,
      cpuMs / base.cpuMs,
    ]),
  );
  expectTarget('profile for strangers, share of hello world', loads['profile, stranger'].rate / base.rate, {
    atLeast: 0.4,
  });
} finally {
  await Promise.all([site.stop(), hello.stop()]);
}
