import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { paths } from '@/config/paths';
import { accounts } from '../../server/db/schema/accounts';
import { findFreePort } from '../harness/api-process';
import { startBenchApi } from './harness/api';
import { expectTarget, printTable } from './harness/report';
import { getId, seedPeople, seedPosts } from './harness/seed';
import { startWeb } from './harness/web';

/** Scrolls through hundreds of posts. Measures cards in the DOM, the longest task, and whether Back restores the position. */
/** The list contains a fifth of these, because the fan follows a fifth of the creators. */
const POSTS = 50_000;
const READ = 300;

const { findChromium } = (await import(`../../scripts/lib/find-program.mjs`)) as { findChromium(): Promise<string> };
const [apiPort, webPort] = [String(await findFreePort()), String(await findFreePort())];
const bench = await startBenchApi({ API_PORT: apiPort, PORT: webPort });
const web = await startWeb({ apiPort, webPort });
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });

interface Reading {
  cards: number;
  read: number;
  longest: number;
  offBy: number;
}

/** Milliseconds of each task that took over 50 ms. */
const longTasks = (page: Page) => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);

async function atRest(page: Page): Promise<void> {
  const look = () => page.evaluate(() => `${window.scrollY} ${document.body.scrollHeight}`);
  let last = await look();
  for (let quiet = 0, step = 0; quiet < 5 && step < 50; step += 1) {
    await page.waitForTimeout(200);
    const now = await look();
    quiet = now === last ? quiet + 1 : 0;
    last = now;
  }
}

async function linkInView(page: Page): Promise<{ href: string; top: number }> {
  const links = page.locator('article a[href^="/post/"]');
  for (;;) {
    await atRest(page);
    const places = await links.evaluateAll((all) =>
      all.map((link) => ({ href: link.getAttribute('href') ?? '', top: link.getBoundingClientRect().top })),
    );
    const found = places.find(({ top }) => top > 150 && top < 700);
    if (found) return found;
    await page.mouse.wheel(0, 300);
  }
}

async function readOn(token: string, slowness: number): Promise<Reading> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addCookies([{ name: 'token', value: token, url: `http://localhost:${webPort}` }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  await page.goto(`http://localhost:${webPort}${paths.home}`);
  await page.locator('article').first().waitFor();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: slowness });
  const before = (await longTasks(page)).length;
  const seen = new Set<string>();
  let cards = 0;
  for (let step = 0; seen.size < READ; step += 1) {
    if (step > 3 * READ) throw new Error(`The list ended after ${seen.size} posts`);
    await page.mouse.wheel(0, 700);
    await page.waitForTimeout(120);
    const names = await page.locator('article h2, article h3').allInnerTexts();
    cards = Math.max(cards, await page.locator('article').count());
    for (const name of names) seen.add(name);
  }
  const longest = Math.max(0, ...(await longTasks(page)).slice(before));
  const chosen = await linkInView(page);
  const link = page.locator(`article a[href="${chosen.href}"]`).first();
  await link.click();
  await page.waitForURL(`**${chosen.href}`);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.goBack();
  await link.waitFor();
  await page.waitForLoadState('networkidle');
  await atRest(page);
  const top = await link.evaluate((element) => element.getBoundingClientRect().top);
  const offBy = Math.abs(top - chosen.top);
  await context.close();
  return { cards, read: seen.size, longest, offBy };
}

try {
  const { db } = bench.app.context;
  await seedPeople(db, 1);
  await seedPosts(db, 1, POSTS);
  const fanId = getId('f', 1);
  await db.update(accounts).set({ ageDeclaredAt: new Date(), followPopupShown: true }).where(eq(accounts.id, fanId));
  const folder = path.join(bench.dataDir, 'media', '00', 'x');
  await mkdir(folder, { recursive: true });
  // Padded to the size stated in its row. Decoders ignore bytes after the end of an image.
  const picture = Buffer.concat([await readFile('public/art/leo.webp'), Buffer.alloc(40_000)]).subarray(0, 40_000);
  for (const name of ['large', 'small', 'blurred']) await writeFile(path.join(folder, name), picture);
  const token = await bench.app.services.session.open(fanId);
  const readings: [name: string, reading: Reading][] = [];
  for (const slowness of [1, 4])
    readings.push([slowness === 1 ? 'this machine' : `${slowness} × as slow`, await readOn(token, slowness)]);
  printTable(
    ['home', 'posts read', 'most cards', 'longest task ms', 'off its place px'],
    readings.map(([name, { read, cards, longest, offBy }]) => [name, read, cards, longest, offBy]),
  );
  for (const [name, { cards, offBy }] of readings) {
    expectTarget(`${name}: cards in the page`, cards, { atMost: 60 });
    expectTarget(`${name}: pixels off its place after Back`, offBy, { atMost: 50 });
  }
  expectTarget('this machine: longest task while scrolling, ms', readings[0]?.[1].longest ?? NaN, { atMost: 200 });
} finally {
  await browser.close();
  await web.stop();
  await bench.stop();
}
