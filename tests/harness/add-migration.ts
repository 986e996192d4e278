import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Adds a migration to a copy of the folder of migrations, as the next release would. */
export async function addMigration(folder: string, tag: string, sql: string): Promise<void> {
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { idx: number; when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  await writeFile(file, JSON.stringify(journal));
  await writeFile(path.join(folder, `${tag}.sql`), sql);
}
