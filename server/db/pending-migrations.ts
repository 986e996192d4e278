import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from './client';
import { migrationsFolder, readNewestMigration } from './migrate';

export interface Migration {
  /** Such as `0054_bank_file_at`. */
  name: string;
  statements: string[];
}

/** Precedes a statement that processes of the version before survive, with the reason. */
const CONTRACT_MARK = /^-- contract: \S/m;

const BREAKPOINT = '--> statement-breakpoint';

/** All migrations of this version, oldest first. */
export async function listMigrations(folder = migrationsFolder()): Promise<(Migration & { when: number })[]> {
  const text = await readFile(path.join(folder, 'meta/_journal.json'), 'utf8');
  const { entries } = JSON.parse(text) as { entries: { when: number; tag: string }[] };
  return Promise.all(
    entries.map(async ({ when, tag }) => {
      const sql = await readFile(path.join(folder, `${tag}.sql`), 'utf8');
      return { name: tag, when, statements: sql.split(BREAKPOINT).map((statement) => statement.trim()) };
    }),
  );
}

/** Migrations of this version that the database does not have yet; all for an empty database. */
export async function listPendingMigrations(db: Db, folder?: string): Promise<Migration[]> {
  const { rows } = await db.execute<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  const newest = rows[0]?.exists ? await readNewestMigration(db) : null;
  return (await listMigrations(folder)).filter(({ when }) => newest === null || when > newest);
}

const rules: { pattern: RegExp; reason: string }[] = [
  { pattern: /\bdrop\s+(table|view|type|schema|sequence)\b/i, reason: 'removes what the version before uses' },
  { pattern: /\bdrop\s+column\b/i, reason: 'removes a column that the version before reads' },
  { pattern: /\brename\b/i, reason: 'renames what the version before uses' },
  { pattern: /\balter\s+column\b.*\btype\b/is, reason: 'changes the type of a column, and locks its table meanwhile' },
  { pattern: /\bset\s+not\s+null\b/i, reason: 'refuses rows in which the version before leaves the column out' },
  { pattern: /\bdrop\s+default\b/i, reason: 'refuses rows in which the version before leaves the column out' },
  {
    pattern: /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/is,
    reason: 'refuses rows in which the version before leaves the column out',
  },
];

/** These may refuse rows of the version before, unless this migration creates the table. */
const narrowing = [
  /\balter\s+table\s+(?:only\s+)?"?(\w+)"?\s+add\s+constraint\b/i,
  /\bcreate\s+unique\s+index\b.*?\bon\s+"?(\w+)"?/is,
];

/**
 * Names the statements that break processes of the version before, which still run during a rolling deploy. Remove, rename and
 * narrow only what no running version uses any more, and say so above the statement: `-- contract: <since when>`.
 */
export function findBreaking({ statements }: Pick<Migration, 'statements'>): { statement: string; reason: string }[] {
  const created = names(statements, /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/i);
  const functions = names(statements, /\bcreate\s+(?:or\s+replace\s+)?function\s+"?(\w+)"?/i);
  const altered = names(statements, /\balter\s+table\s+(?:only\s+)?"?(\w+)"?/i);
  return statements.flatMap((statement) => {
    const reason = findReason(statement, { created, functions, altered });
    return reason === null || CONTRACT_MARK.test(statement) ? [] : [{ statement, reason }];
  });
}

interface Made {
  created: Set<string>;
  functions: Set<string>;
  altered: Set<string>;
}

function findReason(statement: string, made: Made): string | null {
  const bare = withoutBodies(statement);
  const dropped = /\bdrop\s+function\s+(?:if\s+exists\s+)?"?(\w+)"?/i.exec(bare)?.[1];
  if (dropped !== undefined && !made.functions.has(dropped)) return 'removes a function that the version before calls';
  const rule = rules.find(({ pattern }) => pattern.test(bare));
  if (rule) return rule.reason;
  const rewritten = /^\s*update\s+"?(\w+)"?/i.exec(bare)?.[1];
  if (rewritten !== undefined && made.altered.has(rewritten)) return 'rewrites a table that stays locked meanwhile';
  const table = narrowing.map((pattern) => pattern.exec(bare)?.[1]).find((name) => name !== undefined);
  const isNarrowed = table !== undefined && !made.created.has(table);
  return isNarrowed ? 'may refuse rows that the version before writes' : null;
}

/** Without comments and the bodies of functions, which may contain any word. */
const withoutBodies = (statement: string): string =>
  statement.replaceAll(/--.*$/gm, '').replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''");

const names = (statements: readonly string[], pattern: RegExp): Set<string> =>
  new Set(statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []));
