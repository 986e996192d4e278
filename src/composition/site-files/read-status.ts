import type { IncomingMessage } from 'node:http';
import { settingsRoutes } from '@contract/site/settings-routes';
import { readInternalApiEndpoint } from '@/config/env';
import { createServerClient } from '../server-client';
import { readParts, type SiteStatus } from './status-page';

/** Many people look at this page while the site is down. */
const TTL_MS = 10_000;
const PATIENCE_MS = 4_000;

let siteName = 'Ovela';
let cached: { until: number; status: Promise<SiteStatus> } | undefined;

export function readStatus(request: IncomingMessage): Promise<SiteStatus> {
  const now = Date.now();
  if (!cached || cached.until <= now) cached = { until: now + TTL_MS, status: askApi(request, now) };
  return cached.status;
}

async function askApi(request: IncomingMessage, now: number): Promise<SiteStatus> {
  const client = createServerClient(request);
  client.dropToken();
  const [health, settings] = await Promise.all([
    askHealth(),
    Promise.race([client.callApi(settingsRoutes.getSettings).catch(() => undefined), giveUp()]),
  ]);
  // The last known name, while the API is away.
  siteName = settings?.siteName || siteName;
  return {
    siteName,
    parts: health?.parts ?? null,
    isApiDown: !health?.isUp && settings === undefined,
    isMaintenance: settings?.maintenanceMode === true,
    checkedAt: new Date(now),
  };
}

const giveUp = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref());

/** @returns undefined if the API does not respond; other backends have no such address */
async function askHealth(): Promise<{ isUp: boolean; parts: SiteStatus['parts'] } | undefined> {
  try {
    const reply = await fetch(`${readInternalApiEndpoint()}/health`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { isUp: reply.ok, parts: readParts(await reply.json().catch(() => undefined)) };
  } catch {
    return undefined;
  }
}
