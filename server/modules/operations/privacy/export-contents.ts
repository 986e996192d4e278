import path from 'node:path';
import { eq, getTableColumns, getTableName, inArray, or, type SQL } from 'drizzle-orm';
import { fromCents, type Cents } from '@contract/base/money';
import type { Clock } from '../../../context';
import type { Db } from '../../../db/client';
import { readTableInBatches } from '../../../db/read-in-batches';
import { files } from '../../../db/schema/files';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import { dataRules, exportAreas, type DataRule, type ExportArea } from './data-rules';
import type { ArchiveWriter } from './export-archive';
import { readConversations, readShowMessages, readWallet } from './export-history';

const areas = Object.keys(exportAreas) as ExportArea[];
const NAME_BATCH_SIZE = 1_000;

/** An exported row before names are added to its account ids. */
type PlainRow = Record<string, unknown>;

interface ContentDeps {
  db: Db;
  clock: Clock;
  people: Pick<PeopleService, 'findMany'>;
  media: Pick<MediaService, 'openBest'>;
}

export async function writeExportContents(deps: ContentDeps, accountId: string, writer: ArchiveWriter): Promise<void> {
  const now = deps.clock.now();
  for (const area of areas) {
    const content = {
      ...readArea(deps, area, accountId),
      ...(await readSpecialTables(deps, area, accountId)),
      ...(area === 'files' && { places: await writeMedia(deps, accountId, writer) }),
    };
    await writer.addJson(`${area}.json`, content);
  }
  const leftOut = dataRules.flatMap(({ table, export: area }) =>
    typeof area === 'string' ? [] : [{ table: getTableName(table), why: area.not }],
  );
  await writer.addJson('contents.json', { madeAt: now, files: exportAreas, leftOut });
  await writer.addText('read-me.txt', composeReadMe(now));
}

const readArea = (deps: ContentDeps, area: ExportArea, accountId: string): Record<string, AsyncIterable<PlainRow>> =>
  Object.fromEntries(
    dataRules
      .filter((rule) => rule.export === area && !rule.isWrittenByHand)
      .map((rule) => [getTableName(rule.table), readRows(deps, rule, accountId)]),
  );

async function readSpecialTables(
  deps: ContentDeps,
  area: ExportArea,
  accountId: string,
): Promise<Record<string, unknown>> {
  if (area === 'wallet') return readWallet(deps.db, accountId);
  if (area !== 'messages') return {};
  return { conversations: readNamedConversations(deps, accountId), inShows: readNamedShowMessages(deps, accountId) };
}

/** The account's rows in one table, with amounts in major units and times in UTC. */
async function* readRows(deps: ContentDeps, rule: DataRule, accountId: string): AsyncGenerator<PlainRow, void> {
  const accountColumns = new Set([...rule.owner, ...rule.others].map((column) => column.name));
  const columns = Object.entries(getTableColumns(rule.table));
  const accountKeys = columns.filter(([, column]) => accountColumns.has(column.name)).map(([key]) => key);
  for await (const batch of readTableInBatches(deps.db, rule.table, isOwnedBy(deps.db, rule, accountId))) {
    const rows = batch.map((row) => toPlainRow(rule, row));
    yield* await addNames(deps, rows, accountKeys, accountId);
  }
}

async function* readNamedConversations(deps: ContentDeps, accountId: string): AsyncGenerator<PlainRow, void> {
  for await (const conversations of readConversations(deps.db, accountId)) {
    const names = await readNames(
      deps,
      conversations.flatMap(({ withId }) => withId ?? []),
    );
    for (const { withId, ...rest } of conversations)
      yield { with: withId === null ? null : (names.get(withId) ?? null), ...rest };
  }
}

async function* readNamedShowMessages(deps: ContentDeps, accountId: string): AsyncGenerator<PlainRow, void> {
  for await (const batch of readShowMessages(deps.db, accountId)) {
    const names = await readNames(deps, [...new Set(batch.flatMap(({ hostId }) => hostId ?? []))]);
    for (const { hostId, ...rest } of batch)
      yield { with: hostId === null ? null : (names.get(hostId) ?? null), ...rest };
  }
}

async function addNames(
  deps: ContentDeps,
  rows: PlainRow[],
  accountKeys: readonly string[],
  accountId: string,
): Promise<PlainRow[]> {
  const ids = rows.flatMap((row) => accountKeys.map((key) => row[key]).filter((id) => typeof id === 'string'));
  const names = await readNames(deps, [...new Set(ids)]);
  const getNameEntry = (row: PlainRow, key: string): [string, string][] => {
    const id = row[key];
    const name = typeof id === 'string' && id !== accountId ? names.get(id) : undefined;
    return name === undefined ? [] : [[`${key.replace(/Id$/, '')}Name`, name]];
  };
  return rows.map((row) => ({ ...row, ...Object.fromEntries(accountKeys.flatMap((key) => getNameEntry(row, key))) }));
}

async function readNames({ people }: ContentDeps, ids: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let from = 0; from < ids.length; from += NAME_BATCH_SIZE) {
    for (const { account } of await people.findMany(ids.slice(from, from + NAME_BATCH_SIZE))) {
      names.set(account.id, account.username === null ? account.name : `@${account.username}`);
    }
  }
  return names;
}

/** @returns the path of each upload in the archive; null if its bytes are unavailable */
async function writeMedia({ db, media }: ContentDeps, accountId: string, writer: ArchiveWriter) {
  const places: { id: string; file: string | null }[] = [];
  for await (const rows of readTableInBatches(db, files, eq(files.ownerId, accountId))) {
    for (const row of rows as FileRow[]) {
      const best = await media.openBest(row);
      const file = best && `media/${row.type}/${row.id}${getExtension(row.name, best.mimeType)}`;
      if (best && file) await writer.addBytes(file, best.bytes);
      places.push({ id: row.id, file });
    }
  }
  return places;
}

const isMoney = (key: string, columnType: string) =>
  columnType === 'PgBigInt53' && /price|amount|balance|commission/i.test(key);

function toPlainRow(rule: DataRule, row: PlainRow): PlainRow {
  const columns = Object.entries(getTableColumns(rule.table)).filter(([key]) => !rule.omit.includes(key));
  return Object.fromEntries(
    columns.map(([key, column]) => {
      const value = row[key];
      return [key, typeof value === 'number' && isMoney(key, column.columnType) ? fromCents(value as Cents) : value];
    }),
  );
}

function isOwnedBy(db: Db, { owner, partOf }: DataRule, accountId: string): SQL | undefined {
  if (!partOf) return or(...owner.map((column) => eq(column, accountId)));
  const { column, whole } = partOf;
  const theirs = db.select({ id: whole }).from(whole.table).where(eq(partOf.owner, accountId));
  return inArray(column, theirs);
}

/** Files that the server encoded get the extension of their MIME type, because it may differ from the uploaded one. */
function getExtension(name: string, mimeType: string): string {
  const extensions: Record<string, string> = {
    'image/webp': '.webp',
    'image/jpeg': '.jpg',
    'image/png': '.png',
    'video/mp4': '.mp4',
    'audio/mp4': '.m4a',
    'audio/mpeg': '.mp3',
    'application/pdf': '.pdf',
  };
  const fromName = path.extname(name).toLowerCase();
  return extensions[mimeType] ?? (/^\.[a-z0-9]{1,8}$/.test(fromName) ? fromName : '');
}

const composeReadMe = (now: Date) =>
  [
    `Your data, packed on ${now.toUTCString()}.`,
    '',
    ...areas.map((area) => `${area}.json: ${exportAreas[area]}`),
    'media: the files you uploaded, as good as we still have them',
    'contents.json: this list for programs, and what was left out and why',
    '',
    'Sums are in the currency of the site, times in UTC. Times and ids look as they do for programs; names of other people',
    'stand beside their ids.',
    '',
  ].join('\n');
