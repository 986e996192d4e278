import path from 'node:path';
import { eq, getTableColumns, getTableName, inArray, or, type SQL } from 'drizzle-orm';
import { fromCents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { files } from '../../../db/schema/files';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import { dataRules, exportAreas, type DataRule, type ExportArea } from './data-rules';
import type { ArchiveWriter } from './export-archive';
import { readConversations, readWallet } from './export-told';

const areas = Object.keys(exportAreas) as ExportArea[];

/** Puts everything a person owns into an archive: a file an area, the uploads themselves, and what there is. */
export function createExportContents(
  db: Db,
  { people, media }: { people: Pick<PeopleService, 'findMany'>; media: Pick<MediaService, 'openBest'> },
) {
  /** Names of the people that ids stand for, as others see them. */
  async function readNames(ids: readonly string[]): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    for (let from = 0; from < ids.length; from += 1_000) {
      for (const { account } of await people.findMany(ids.slice(from, from + 1_000))) {
        names.set(account.id, account.username === null ? account.name : `@${account.username}`);
      }
    }
    return names;
  }

  async function nameOthers(tables: ExportedTable[], accountId: string): Promise<Record<string, unknown>> {
    const ids = tables.flatMap(({ rows, peopleKeys }) =>
      rows.flatMap((row) => peopleKeys.map((key) => row[key]).filter((id) => typeof id === 'string')),
    );
    const names = await readNames([...new Set(ids)]);
    const nameIn = (row: Record<string, unknown>, key: string): [string, string][] => {
      const id = row[key];
      const name = typeof id === 'string' && id !== accountId ? names.get(id) : undefined;
      return name === undefined ? [] : [[`${key.replace(/Id$/, '')}Name`, name]];
    };
    return Object.fromEntries(
      tables.map(({ name, rows, peopleKeys }) => [
        name,
        rows.map((row) => ({ ...row, ...Object.fromEntries(peopleKeys.flatMap((key) => nameIn(row, key))) })),
      ]),
    );
  }

  async function readByHand(area: ExportArea, accountId: string): Promise<Record<string, unknown>> {
    if (area === 'wallet') return readWallet(db, accountId);
    if (area !== 'messages') return {};
    const told = await readConversations(db, accountId);
    const names = await readNames(told.flatMap(({ withId }) => withId ?? []));
    return {
      conversations: told.map(({ withId, ...rest }) => ({
        with: withId === null ? null : (names.get(withId) ?? null),
        ...rest,
      })),
    };
  }

  /** @returns what lies where, for the list of the archive. */
  async function addMedia(accountId: string, writer: ArchiveWriter) {
    const rows: FileRow[] = await db.select().from(files).where(eq(files.ownerId, accountId));
    const places: { id: string; file: string | null }[] = [];
    for (const row of rows) {
      const best = await media.openBest(row);
      const file = best && `media/${row.type}/${row.id}${extensionOf(row.name, best.mimeType)}`;
      if (best && file) await writer.addBytes(file, best.bytes);
      places.push({ id: row.id, file });
    }
    return places;
  }

  return {
    async write(accountId: string, writer: ArchiveWriter, now: Date): Promise<void> {
      for (const area of areas) {
        const content = {
          ...(await nameOthers(await readArea(db, area, accountId), accountId)),
          ...(await readByHand(area, accountId)),
          ...(area === 'files' && { places: await addMedia(accountId, writer) }),
        };
        await writer.addJson(`${area}.json`, content);
      }
      const left = dataRules.flatMap(({ table, export: place }) =>
        typeof place === 'string' ? [] : [{ table: getTableName(table), why: place.not }],
      );
      await writer.addJson('contents.json', { madeAt: now, files: exportAreas, leftOut: left });
      await writer.addText('read-me.txt', readMe(now));
    },
  };
}

/** A row as its owner reads it; ids of other people are still without names. */
type PlainRow = Record<string, unknown>;

/** Rows of one table, with the members that name people. */
interface ExportedTable {
  name: string;
  rows: PlainRow[];
  peopleKeys: string[];
}

const isMoney = (key: string, columnType: string) =>
  columnType === 'PgBigInt53' && /price|amount|balance|commission/i.test(key);

function plain(rule: DataRule, row: PlainRow): PlainRow {
  const columns = Object.entries(getTableColumns(rule.table)).filter(([key]) => !rule.omit.includes(key));
  return Object.fromEntries(
    columns.map(([key, column]) => {
      const value = row[key];
      return [key, typeof value === 'number' && isMoney(key, column.columnType) ? fromCents(value as Cents) : value];
    }),
  );
}

/** Keeps the rows of one person. */
function isOf(db: Db, { owner, partOf }: DataRule, accountId: string): SQL | undefined {
  if (!partOf) return or(...owner.map((column) => eq(column, accountId)));
  const { column, whole } = partOf;
  const theirs = db.select({ id: whole }).from(whole.table).where(eq(partOf.owner, accountId));
  return inArray(column, theirs);
}

/** Reads every table of an area that needs no telling by hand: money in major units, times in UTC. */
async function readArea(db: Db, area: ExportArea, accountId: string): Promise<ExportedTable[]> {
  const tables: ExportedTable[] = [];
  for (const rule of dataRules) {
    if (rule.export !== area || rule.isToldByHand) continue;
    const rows = await db
      .select()
      .from(rule.table)
      .where(isOf(db, rule, accountId));
    const named = new Set([...rule.owner, ...rule.others].map((column) => column.name));
    const keys = Object.entries(getTableColumns(rule.table)).filter(([, column]) => named.has(column.name));
    tables.push({
      name: getTableName(rule.table),
      rows: rows.map((row) => plain(rule, row)),
      peopleKeys: keys.map(([key]) => key),
    });
  }
  return tables;
}

/** By its name, else by what its bytes are; a rendition is not what its name says. */
function extensionOf(name: string, mimeType: string): string {
  const known: Record<string, string> = {
    'image/webp': '.webp',
    'image/jpeg': '.jpg',
    'image/png': '.png',
    'video/mp4': '.mp4',
    'audio/mp4': '.m4a',
    'audio/mpeg': '.mp3',
    'application/pdf': '.pdf',
  };
  const fromName = path.extname(name).toLowerCase();
  return known[mimeType] ?? (/^\.[a-z0-9]{1,8}$/.test(fromName) ? fromName : '');
}

const readMe = (now: Date) =>
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
