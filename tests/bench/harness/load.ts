import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import { median } from './report';

export interface Target {
  name: string;
  url: string;
  pid?: number;
  /** A second process behind the first, measured separately. */
  otherPid?: number;
  headers?: Record<string, string>;
  tokens?: readonly string[];
  /** Adds a unique query to each request, so that no response comes from a cache. */
  isEachNew?: boolean;
}

export interface Load {
  rate: number;
  /** Milliseconds. */
  p50: number;
  /** CPU milliseconds per request; NaN without a pid. */
  cpuMs: number;
  otherCpuMs: number;
}

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/**
 * Loads the targets in turn, so that other load affects all of them equally. @returns medians by name @throws Error unless all
 * responses are 2xx
 */
export async function compareUnderLoad<N extends string>(
  targets: readonly (Target & { name: N })[],
): Promise<Record<N, Load>> {
  const measured = new Map<N, Load[]>(targets.map(({ name }) => [name, []]));
  for (const target of targets) await loadOnce(target, 2);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of targets) measured.get(target.name)?.push(await loadOnce(target, SECONDS));
  }
  const entries = [...measured].map(([name, loads]) => {
    const middle = (key: keyof Load) => median(loads.map((load) => load[key]));
    return [
      name,
      { rate: middle('rate'), p50: middle('p50'), cpuMs: middle('cpuMs'), otherCpuMs: middle('otherCpuMs') },
    ];
  });
  return Object.fromEntries(entries) as Record<N, Load>;
}

let visits = 0;

function renew(request: autocannon.Request): autocannon.Request {
  visits += 1;
  return { ...request, path: `${request.path?.split('?')[0]}?visit=${visits}` };
}

async function loadOnce(target: Target, seconds: number): Promise<Load> {
  const { name, url, pid, otherPid, headers, tokens, isEachNew } = target;
  const before = [readCpuMs(pid), readCpuMs(otherPid)] as const;
  const result = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(tokens && { requests: tokens.map((token) => ({ headers: { authorization: token } })) }),
    ...(isEachNew && { requests: [{ setupRequest: renew }] }),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx + result.errors} failed`);
  const { total } = result.requests;
  return {
    rate: total / result.duration,
    p50: result.latency.p50,
    cpuMs: (readCpuMs(pid) - before[0]) / total,
    otherCpuMs: (readCpuMs(otherPid) - before[1]) / total,
  };
}

/** CPU milliseconds of a process with all its threads; NaN without a pid or without /proc. */
export function readCpuMs(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  try {
    // The process name may contain spaces, so fields are counted from its closing parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
