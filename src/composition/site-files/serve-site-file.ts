import type { IncomingMessage, ServerResponse } from 'node:http';
import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { readPublicEnv } from '@/config/env';
import { paths } from '@/config/paths';
import type { CallApi } from '@/services/http-client';
import type { SiteFile } from '../define-page';
import { createServerClient } from '../server-client';
import { createManifest } from './manifest';
import { writeOfflinePage } from './offline-page';
import { readStatus } from './read-status';
import { writeSitemap } from './sitemap';
import { statusPolicy, writeStatusPage } from './status-page';

/** Cached per country, because creators can block countries. */
const TTL_SECONDS = 600;
const MAX_CACHED_FILES = 300;
const cachedFiles = new Map<string, { until: number; text: string | null }>();

function createGuestClient(request: IncomingMessage): CallApi {
  const client = createServerClient(request);
  client.dropToken();
  return client.callApi;
}

function send(response: ServerResponse, status: number, type: string, text: string, headers: object = {}): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(text);
}

const CLOSED_PAGES = ['/home', '/messages', '/notification', '/search', '/wallet'];
const CLOSED_FOLDERS = ['/api/', '/auth/', '/payment/', '/user/', '/creator/'];

/** Robots rules match URL prefixes: a bare `/home` would also exclude the creator `/homemade`. RFC 9309, 2.2.2. */
const getPageRules = (path: string) => [`${path}$`, `${path}?`, `${path}/`];

export function createRobotsText(siteUrl: string): string {
  return [
    'User-agent: *',
    ...[...CLOSED_PAGES.flatMap(getPageRules), ...CLOSED_FOLDERS].map((rule) => `Disallow: ${rule}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

function serveRobots(_request: IncomingMessage, response: ServerResponse): void {
  send(response, 200, 'text/plain', createRobotsText(readPublicEnv().siteUrl), {
    'Cache-Control': 'public, max-age=3600',
  });
}

const CACHED_FOR_MINUTES = { 'Cache-Control': 'public, max-age=600' };

/** Without a reply of the backend, the files have the defaults. */
const readSettings = async (request: IncomingMessage) =>
  (await createGuestClient(request)(settingsRoutes.getSettings).catch(() => undefined)) ?? {};

async function readSiteName(request: IncomingMessage): Promise<string> {
  const { siteName } = await readSettings(request);
  return siteName || 'Ovela';
}

const DAY_MS = 86_400_000;
const SECURITY_DAYS = 90;

/**
 * RFC 9116. It is written for each request, so that it never expires.
 *
 * @param contact an email, an address, or empty for the contact form
 */
export function createSecurityText(siteUrl: string, contact: string, now: number): string {
  const midnight = now - (now % DAY_MS) + SECURITY_DAYS * DAY_MS;
  return [
    `Contact: ${contact === '' ? siteUrl + paths.contact : contact.includes('://') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date(midnight).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

async function serveSecurity(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { securityContact = '' } = await readSettings(request);
  const text = createSecurityText(readPublicEnv().siteUrl, securityContact, Date.now());
  send(response, 200, 'text/plain', text, CACHED_FOR_MINUTES);
}

async function serveStatus(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = {
    'Cache-Control': 'public, max-age=10',
    'X-Robots-Tag': 'noindex',
    'Content-Security-Policy': statusPolicy,
  };
  send(response, 200, 'text/html', writeStatusPage(await readStatus(request)), headers);
}

async function serveManifest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = JSON.stringify(createManifest(await readSiteName(request)));
  send(response, 200, 'application/manifest+json', text, CACHED_FOR_MINUTES);
}

async function serveOfflinePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  send(response, 200, 'text/html', writeOfflinePage(await readSiteName(request)), CACHED_FOR_MINUTES);
}

async function serveSitemap(request: IncomingMessage, response: ServerResponse, part?: string): Promise<void> {
  const callApi = createGuestClient(request);
  try {
    const text = await getCachedSitemap(callApi, part);
    if (text === null) send(response, 404, 'text/plain', 'There is no such sitemap.\n');
    else send(response, 200, 'application/xml', text, { 'Cache-Control': `private, max-age=${TTL_SECONDS}` });
  } catch {
    // Not a 404, so that crawlers retry.
    send(response, 503, 'text/plain', 'Please come back later.\n', { 'Retry-After': '600' });
  }
}

async function getCachedSitemap(callApi: CallApi, part: string | undefined): Promise<string | null> {
  const check = await callApi(blockRoutes.checkCountryBlock);
  // Files are cached only if the backend reports countries.
  const key = check?.country === undefined ? null : `${check.country} ${check.blocked} ${part ?? ''}`;
  const known = key === null ? undefined : cachedFiles.get(key);
  if (known && Date.now() < known.until) return known.text;
  const text = await writeSitemap(callApi, readPublicEnv().siteUrl, part);
  if (key !== null) {
    if (cachedFiles.size >= MAX_CACHED_FILES) cachedFiles.clear();
    cachedFiles.set(key, { until: Date.now() + TTL_SECONDS * 1000, text });
  }
  return text;
}

/** @param part of the sitemap, such as `posts-1.xml` */
export async function serveSiteFile(
  file: SiteFile,
  { request, response, part }: { request: IncomingMessage; response: ServerResponse; part: string | undefined },
): Promise<void> {
  if (file === 'robots') return serveRobots(request, response);
  if (file === 'security') return serveSecurity(request, response);
  if (file === 'status') return serveStatus(request, response);
  if (file === 'manifest') return serveManifest(request, response);
  if (file === 'offline') return serveOfflinePage(request, response);
  if (part === undefined) return serveSitemap(request, response);
  const [, name] = /^([\w-]+)\.xml$/.exec(part) ?? [];
  return serveSitemap(request, response, name ?? 'none');
}
