import type { IncomingMessage } from 'node:http';
import { settingsRoutes } from '@contract/site/settings-routes';
import { askAddress, createServerClient } from '../server-client';
import { readParts, type SiteStatus } from './status-page';

/** Many people look at this page while the site is down. */
const TTL_MS = 10_000;
const PATIENCE_MS = 4_000;

let siteName = 'Ovela';
let cached: { until: number; status: Promise<SiteStatus> } | undefined;

export function readStatus(visit: IncomingMessage): Promise<SiteStatus> {
  const now = Date.now();
  if (!cached || cached.until <= now) cached = { until: now + TTL_MS, status: askApi(visit, now) };
  return cached.status;
}

async function askApi(visit: IncomingMessage, now: number): Promise<SiteStatus> {
  const client = createServerClient(visit);
  client.dropToken();
  const [health, settings] = await Promise.all([
    // Other backends have no such address.
    askAddress('/health', PATIENCE_MS),
    Promise.race([client.callApi(settingsRoutes.getSettings).catch(() => undefined), giveUp()]),
  ]);
  // The last known name, while the API is away.
  siteName = settings?.siteName || siteName;
  return {
    siteName,
    parts: readParts(health?.data),
    isApiDown: health?.status !== 200 && settings === undefined,
    isMaintenance: settings?.maintenanceMode === true,
    checkedAt: new Date(now),
  };
}

const giveUp = () => new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined).unref());
