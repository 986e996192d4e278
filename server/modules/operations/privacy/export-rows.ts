import { eq, getTableColumns, getTableName, inArray, or, type SQL } from 'drizzle-orm';
import type { Cents } from '@contract/base/money';
import { fromCents } from '@contract/base/money';
import type { Db } from '../../../db/client';
import { dataRules, type DataRule, type ExportArea } from './data-rules';

/** A row as its owner reads it; ids of other people are still without names. */
type PlainRow = Record<string, unknown>;

/** Rows of one table, with the members that name people. */
export interface ExportedTable {
  name: string;
  rows: PlainRow[];
  peopleKeys: string[];
}

const isMoney = (key: string, columnType: string) =>
  columnType === 'PgBigInt53' && /price|amount|balance|commission/i.test(key);

function plain(rule: DataRule, row: PlainRow): PlainRow {
  const omit = 'area' in rule.export ? (rule.export.omit ?? []) : [];
  const columns = Object.entries(getTableColumns(rule.table)).filter(([key]) => !omit.includes(key));
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
export async function readArea(db: Db, area: ExportArea, accountId: string): Promise<ExportedTable[]> {
  const tables: ExportedTable[] = [];
  for (const rule of dataRules) {
    if (!('area' in rule.export) || rule.export.area !== area || rule.export.by === 'hand') continue;
    const rows = await db
      .select()
      .from(rule.table)
      .where(isOf(db, rule, accountId));
    const named = new Set([...rule.owner, ...(rule.others ?? [])].map((column) => column.name));
    const keys = Object.entries(getTableColumns(rule.table)).filter(([, column]) => named.has(column.name));
    tables.push({
      name: getTableName(rule.table),
      rows: rows.map((row) => plain(rule, row)),
      peopleKeys: keys.map(([key]) => key),
    });
  }
  return tables;
}
