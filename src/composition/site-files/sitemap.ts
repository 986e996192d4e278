import { blockRoutes } from '@contract/identity/block-routes';
import { limits } from '@contract/base/limits';
import { performerRoutes } from '@contract/identity/performer-routes';
import { pageRoutes } from '@contract/site/page-routes';
import { itemNames, getNouns } from '@/config/item-names';
import { paths } from '@/config/paths';
import { foundKinds, type FoundKind } from '@/features/content/search/found-kinds';
import { ApiError, isUnsupportedEndpoint } from '@/services/api-error';
import type { CallApi } from '@/services/http-client';

/** URLs per file. The format allows more, but each file is one request that fetches all pages of its list. */
const ADDRESSES_PER_FILE = 1_000;
/** Maximum number of files per kind. Crawlers find the rest of a larger site by its links. */
const MAX_FILES = 50;

interface Entry {
  path: string;
  /** ISO 8601. */
  changedAt?: string;
}

interface Row {
  _id: string;
  slug?: string;
  updatedAt?: string;
  performerId?: string;
  performer?: { _id: string } | null;
}
type Page<T> = { data: T[]; total: number };

/** Item kinds by the name of their part of the sitemap, such as `posts` and `videos`. */
const itemParts = new Map<string, FoundKind>(foundKinds.map(({ kind }) => [getNouns(kind), kind]));

/** Calls as a guest, which every compatible backend supports. */
const reader = (callApi: CallApi) => {
  const creators = (query: object) =>
    callApi(performerRoutes.searchPerformers, { query: { sortBy: 'oldest', ...query } });
  const items = (kind: FoundKind, query: object): Promise<Page<Row>> => {
    const route = foundKinds.find((one) => one.kind === kind)?.route;
    return route ? callApi(route, { query }) : Promise.resolve({ data: [], total: 0 });
  };
  const pages = (query: object) => callApi(pageRoutes.listPosts, { query: { type: 'page', ...query } });
  return { creators, items, pages };
};

async function fetchBetween<Row>(
  fetchPage: (query: { limit: number; offset: number }) => Promise<{ data: Row[]; total: number }>,
  from: number,
  maxRows: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  while (rows.length < maxRows) {
    const limit = Math.min(limits.listMax, maxRows - rows.length);
    const { data, total } = await fetchPage({ limit, offset: from + rows.length });
    rows.push(...data);
    if (data.length === 0 || from + rows.length >= total) break;
  }
  return rows;
}

async function readEntries(callApi: CallApi, name: string, from: number): Promise<Entry[] | null> {
  const read = reader(callApi);
  if (name === 'pages') {
    const rows = await fetchBetween(read.pages, from, ADDRESSES_PER_FILE);
    return rows.map(({ slug, updatedAt }) => ({ path: paths.page(slug), changedAt: updatedAt }));
  }
  if (name === 'creators') {
    const rows = await fetchBetween(read.creators, from, ADDRESSES_PER_FILE);
    return rows.map(({ username, _id }) => ({ path: paths.profile(username || _id) }));
  }
  const kind = itemParts.get(name);
  if (!kind) return null;
  const rows = await fetchBetween((query) => read.items(kind, query), from, ADDRESSES_PER_FILE);
  const getCreator = ({ performer, performerId }: Row) => performer?._id ?? performerId ?? '';
  const listed = await fetchListed(callApi, [...new Set(rows.map(getCreator))]);
  return rows
    .filter((row) => listed.has(getCreator(row)))
    .map(({ slug, _id, updatedAt }) => ({ path: itemNames[kind].path(slug || _id), changedAt: updatedAt }));
}

/** Returns the creators that search lists: the others, and their posts, are hidden from search engines too. */
async function fetchListed(callApi: CallApi, ids: string[]): Promise<Set<string>> {
  const listed = new Set<string>();
  for (let from = 0; from < ids.length; from += 100) {
    const performerIds = ids.slice(from, from + 100);
    const { data } = await reader(callApi).creators({ performerIds, limit: performerIds.length, offset: 0 });
    for (const { _id } of data) listed.add(_id);
  }
  return listed;
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const fixed: Entry[] = [{ path: paths.landing }, { path: paths.creators }, { path: paths.contact }];

function writeEntries(siteUrl: string, entries: readonly Entry[]): string {
  const urls = entries.map(({ path, changedAt }) => {
    const date = changedAt ? `<lastmod>${escapeXml(changedAt)}</lastmod>` : '';
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${date}</url>`;
  });
  return `${head}<urlset ${xmlns}>\n${urls.join('\n')}\n</urlset>\n`;
}

/** Kinds that the backend does not support have no file. @throws ApiError for any other failure */
function skipUnsupported(error: unknown): [] {
  if (error instanceof ApiError && isUnsupportedEndpoint(error)) return [];
  throw error;
}

async function writeIndex(callApi: CallApi, siteUrl: string): Promise<string> {
  const read = reader(callApi);
  const first = { limit: 1, offset: 0 };
  const getFiles = (name: string, total: number) =>
    Array.from(
      { length: Math.min(MAX_FILES, Math.max(1, Math.ceil(total / ADDRESSES_PER_FILE))) },
      (_, at) => `${name}-${at + 1}`,
    );
  const [creators, ...items] = await Promise.all([
    read.creators(first).then(({ total }) => getFiles('creators', total)),
    ...[...itemParts].map(([name, kind]) =>
      read.items(kind, first).then(({ total }) => getFiles(name, total), skipUnsupported),
    ),
  ]);
  const files = [...getFiles('pages', 1), ...creators, ...items.flat()];
  const maps = files.map((file) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemap/${file}.xml`)}</loc></sitemap>`);
  return `${head}<sitemapindex ${xmlns}>\n${maps.join('\n')}\n</sitemapindex>\n`;
}

/**
 * Lists the content that guests from this country can find: listed creators, their published posts, the site's own pages.
 *
 * @param part such as `creators-2`; omit it for the index of all parts
 * @returns null if the part does not exist, or the site is closed in this country
 * @throws ApiError if the backend fails: the response must not be an empty sitemap
 */
export async function writeSitemap(callApi: CallApi, siteUrl: string, part?: string): Promise<string | null> {
  const { blocked } = (await callApi(blockRoutes.checkCountryBlock)) ?? {};
  if (blocked) return null;
  if (part === undefined) return writeIndex(callApi, siteUrl);
  const [, name, number] = /^([a-z]+)-([1-9]\d?)$/.exec(part) ?? [];
  if (!name || Number(number) > MAX_FILES) return null;
  const from = (Number(number) - 1) * ADDRESSES_PER_FILE;
  const entries = await readEntries(callApi, name, from);
  return entries && writeEntries(siteUrl, name === 'pages' && from === 0 ? [...fixed, ...entries] : entries);
}
