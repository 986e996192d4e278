import path from 'node:path';
import { eq, getTableColumns, getTableName, inArray, or, type SQL } from 'drizzle-orm';
import { fromCents, type Cents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { readTableInBatches } from '../../../db/read-in-batches';
import { files } from '../../../db/schema/files';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import { dataRules, exportAreas, type DataRule, type ExportArea } from './data-rules';
import type { ArchiveWriter } from './export-archive';
import { readConversations, readWallet } from './export-history';

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

  /** Puts the names of other people beside their ids. */
  async function nameOthers(rows: PlainRow[], peopleKeys: readonly string[], accountId: string): Promise<PlainRow[]> {
    const ids = rows.flatMap((row) => peopleKeys.map((key) => row[key]).filter((id) => typeof id === 'string'));
    const names = await readNames([...new Set(ids)]);
    const nameIn = (row: PlainRow, key: string): [string, string][] => {
      const id = row[key];
      const name = typeof id === 'string' && id !== accountId ? names.get(id) : undefined;
      return name === undefined ? [] : [[`${key.replace(/Id$/, '')}Name`, name]];
    };
    return rows.map((row) => ({ ...row, ...Object.fromEntries(peopleKeys.flatMap((key) => nameIn(row, key))) }));
  }

  /** The rows of one table that are the person's: money in major units, times in UTC. */
  async function* readRows(rule: DataRule, accountId: string): AsyncGenerator<PlainRow, void> {
    const named = new Set([...rule.owner, ...rule.others].map((column) => column.name));
    const columns = Object.entries(getTableColumns(rule.table));
    const peopleKeys = columns.filter(([, column]) => named.has(column.name)).map(([key]) => key);
    for await (const rows of readTableInBatches(db, rule.table, isOf(db, rule, accountId)))
      yield* await nameOthers(
        rows.map((row) => plain(rule, row)),
        peopleKeys,
        accountId,
      );
  }

  /** Every table of an area that needs no telling by hand. */
  const readArea = (area: ExportArea, accountId: string): Record<string, AsyncIterable<PlainRow>> =>
    Object.fromEntries(
      dataRules
        .filter((rule) => rule.export === area && !rule.isToldByHand)
        .map((rule) => [getTableName(rule.table), readRows(rule, accountId)]),
    );

  async function* readConversationsWithNames(accountId: string): AsyncGenerator<PlainRow, void> {
    for await (const conversations of readConversations(db, accountId)) {
      const names = await readNames(conversations.flatMap(({ withId }) => withId ?? []));
      for (const { withId, ...rest } of conversations)
        yield { with: withId === null ? null : (names.get(withId) ?? null), ...rest };
    }
  }

  async function readByHand(area: ExportArea, accountId: string): Promise<Record<string, unknown>> {
    if (area === 'wallet') return readWallet(db, accountId);
    if (area !== 'messages') return {};
    return { conversations: readConversationsWithNames(accountId) };
  }

  /** @returns what lies where, for the list of the archive. */
  async function addMedia(accountId: string, writer: ArchiveWriter) {
    const places: { id: string; file: string | null }[] = [];
    for await (const rows of readTableInBatches(db, files, eq(files.ownerId, accountId))) {
      for (const row of rows as FileRow[]) {
        const best = await media.openBest(row);
        const file = best && `media/${row.type}/${row.id}${extensionOf(row.name, best.mimeType)}`;
        if (best && file) await writer.addBytes(file, best.bytes);
        places.push({ id: row.id, file });
      }
    }
    return places;
  }

  return {
    async write(accountId: string, writer: ArchiveWriter, now: Date): Promise<void> {
      for (const area of areas) {
        const content = {
          ...readArea(area, accountId),
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
