import { paths } from '@/config/paths';
import { startDemoSite } from './harness/demo-site';
import { startHelloSite } from './harness/hello-site';
import { visitByPhone } from './harness/lighthouse';
import { expectTarget, printTable } from './harness/report';

/** Runs Lighthouse's mobile profile on guest pages and on a fan's home, beside a hello-world page with the same Next.js. */
const { findChromium } = (await import(`../../scripts/lib/find-program.mjs`)) as { findChromium(): Promise<string> };
const chromium = await findChromium();
const [site, hello] = [await startDemoSite(), await startHelloSite()];
const token = site.headers.authorization;

async function newestPost(): Promise<string> {
  const reply = await fetch(`${site.api.url}/user/feeds?limit=1`);
  const { data } = (await reply.json()) as { data: { data: { slug: string }[] } };
  return paths.post(data.data[0]?.slug ?? '');
}

try {
  const visits = await visitByPhone(chromium, [
    { name: 'hello world', url: `${hello.server.url}/` },
    { name: 'landing', url: `${site.web.url}${paths.landing}` },
    { name: 'creators', url: `${site.web.url}${paths.creators}` },
    { name: 'profile', url: `${site.web.url}${paths.profile('miraokafor')}` },
    { name: 'post', url: `${site.web.url}${await newestPost()}` },
    { name: 'home, fan', url: `${site.web.url}${paths.home}`, token },
  ]);
  printTable(
    ['page', 'performance', 'TBT ms', 'of processor time', 'LCP s', 'KB'],
    Object.entries(visits).map(([name, { performance, tbt, tbtOfCpu, lcp, weight }]) => [
      name,
      performance,
      tbt,
      tbtOfCpu,
      lcp,
      weight,
    ]),
  );
  const { 'hello world': base, ...pages } = visits;
  for (const [name, { performance, tbt, tbtOfCpu, lcp }] of Object.entries(pages)) {
    expectTarget(`${name}: performance`, performance, { atLeast: base.performance - 10 });
    expectTarget(`${name}: total blocking time, ms`, tbt, { atMost: base.tbt + 200 });
    expectTarget(`${name}: blocking time of the processor, ms`, tbtOfCpu, { atMost: base.tbtOfCpu + 200 });
    expectTarget(`${name}: largest paint, s`, lcp, { atMost: base.lcp + 2 });
  }
} finally {
  await Promise.all([site.stop(), hello.stop()]);
}
