import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findFreePort } from '../../harness/api-process';
import { importTool } from './import-tool';
import { median } from './report';

/** Result of a visit with Lighthouse's mobile profile: a mid-range phone on a slow network. */
export interface PhoneVisit {
  /** 0 to 100. */
  performance: number;
  /** Total blocking time in milliseconds of wall time, which includes waiting for the CPU if there are few cores. */
  tbt: number;
  /** Total blocking time in milliseconds of CPU time, which does not depend on other load on the machine. */
  tbtOfCpu: number;
  /** Seconds. */
  lcp: number;
  /** KB of all requests. */
  weight: number;
}

export interface PhoneTarget {
  name: string;
  url: string;
  token?: string;
}

const ROUNDS = 5;

/** The part of the package's types that is used here, because it is installed for benchmarks only. */
interface Lighthouse {
  default(
    url: string,
    flags: { port: number; onlyCategories: string[]; logLevel: 'error' },
  ): Promise<{
    lhr: {
      runtimeError?: { message: string };
      finalDisplayedUrl: string;
      audits: Record<string, { numericValue?: number }>;
      categories: Record<string, { score: number | null }>;
    };
    artifacts: { Trace: { traceEvents: TraceEvent[] } };
  } | null>;
}

/** Visits the pages in turn with an empty cache, so that other load affects all of them equally. @returns medians by name */
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
      {
        performance: middle('performance'),
        tbt: middle('tbt'),
        tbtOfCpu: middle('tbtOfCpu'),
        lcp: middle('lcp'),
        weight: middle('weight'),
      },
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
    const { default: lighthouse } = await importTool<Lighthouse>('lighthouse');
    const result = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' });
    if (!result || result.lhr.runtimeError) throw new Error(`${name}: ${result?.lhr.runtimeError?.message}`);
    const { audits, categories, finalDisplayedUrl } = result.lhr;
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${name}: ${finalDisplayedUrl}`);
    const valueOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    return {
      performance: (categories['performance']?.score ?? Number.NaN) * 100,
      tbt: valueOf('total-blocking-time'),
      tbtOfCpu: getBlockingTime(result.artifacts.Trace.traceEvents),
      lcp: valueOf('largest-contentful-paint') / 1_000,
      weight: valueOf('total-byte-weight') / 1_024,
    };
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many times slower than this machine Lighthouse assumes a phone's CPU to be. */
const SLOWDOWN = 4;
/** Only the part of a task that exceeds this counts as blocking. */
const BLOCKS_AFTER_MS = 50;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** In microseconds. */
  ts: number;
  /** CPU time in microseconds. */
  tdur?: number;
}

/** Adds up the tasks after the first paint, on the thread that painted. @returns milliseconds on Lighthouse's phone */
function getBlockingTime(events: readonly TraceEvent[]): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) return Number.NaN;
  const tasks = events.filter(
    ({ name, pid, tid, ts }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts > paint.ts,
  );
  return tasks.reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWDOWN * tdur) / 1_000 - BLOCKS_AFTER_MS), 0);
}
