import { and, eq } from 'drizzle-orm';
import { findReporterName, toReporterNamedText } from '@contract/content/reporter-name';
import { accounts } from '../../../db/schema/accounts';
import { reports } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';

/** For texts that the author or other reporters read. @throws AppError REPORTER_NAMED */
export async function assertNamesNoReporter(
  { target, targetId }: { target: string; targetId: string },
  text: string,
  tx: Tx,
): Promise<void> {
  const reporters = await tx
    .select({ name: accounts.name, username: accounts.username })
    .from(reports)
    .innerJoin(accounts, eq(accounts.id, reports.createdBy))
    .where(and(eq(reports.target, target), eq(reports.targetId, targetId)));
  const name = findReporterName(text, reporters);
  if (name !== null) throw new AppError('REPORTER_NAMED', { message: toReporterNamedText(name) });
}
