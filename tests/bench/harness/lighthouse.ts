import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { findFreePort } from '../../harness/api-process';
import { median } from './report';

/** A page as Lighthouse's mobile profile sees it: a mid-range phone on a slow network. */
export interface PhoneVisit {
  /** 0 to 100. */
  performance: number;
  /** Milliseconds. */
  tbt: number;
  /** Seconds. */
  lcp: number;
  /** Everything that was loaded, in KB. */
  weight: number;
}

export interface PhoneTarget {
  name: string;
  url: string;
  /** Of a log-in; a stranger's visit without one. */
  token?: string;
}

const ROUNDS = 3;

/**
 * Visits each page in turn, several rounds, each time with an empty cache, so that whatever else the machine does meets all of
 * them alike.
 *
 * @param executablePath a Chromium.
 * @returns medians by name.
 */
export async function visitByPhone<N extends string>(
  executablePath: string,
  targets: readonly (PhoneTarget & { name: N })[],
  rounds = ROUNDS,
): Promise<Record<N, PhoneVisit>> {
  const visits = new Map<N, PhoneVisit[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) visits.get(target.name)?.push(await visitOnce(executablePath, target));
  }
  const entries = [...visits].map(([name, all]) => {
    const middle = (key: keyof PhoneVisit) => median(all.map((visit) => visit[key]));
    return [
      name,
      { performance: middle('performance'), tbt: middle('tbt'), lcp: middle('lcp'), weight: middle('weight') },
    ];
  });
  return Object.fromEntries(entries) as Record<N, PhoneVisit>;
}

async function visitOnce(executablePath: string, { name, url, token }: PhoneTarget): Promise<PhoneVisit> {
  const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-phone-'));
  const port = await findFreePort();
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-background-networking'],
  });
  try {
    if (token) await browser.addCookies([{ name: 'token', value: token, url }]);
    const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' });
    if (!result || result.lhr.runtimeError) throw new Error(`${name}: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories, finalDisplayedUrl } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${name}: ${finalDisplayedUrl}`);
    const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      performance: (categories.performance?.score ?? Number.NaN) * 100,
      tbt: valueOf('total-blocking-time'),
      lcp: valueOf('largest-contentful-paint') / 1_000,
      weight: valueOf('total-byte-weight') / 1_024,
    };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}
