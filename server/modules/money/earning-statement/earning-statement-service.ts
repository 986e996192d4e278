import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import type { Paper } from '../../../papers/paper';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getSeller } from '../invoice/invoice-service';
import { readStatement } from './read-statement';
import type { StatementLine } from './statement-figures';
import { composeStatement, MOST_LINES } from './statement-paper';
import { listPeriods, readPeriod } from './statement-period';
import { findFirstEntry } from './statement-repository';
import { writeStatementCsv, type PassingFile } from './write-statement-csv';

export type EarningStatementService = ReturnType<typeof createEarningStatementService>;

export function createEarningStatementService(
  { db, env, clock }: Pick<ServerContext, 'db' | 'env' | 'clock'>,
  { people, settings }: { people: Pick<PeopleService, 'findMany'>; settings: Pick<SettingsService, 'read'> },
) {
  return {
    async list(actor: Actor): Promise<EndpointReply<'listStatements'>> {
      assertAllowed(isPerformer(actor));
      const first = await findFirstEntry(db, actor.id);
      const now = clock.now();
      const periods = first ? listPeriods(first, now) : [];
      return { data: periods.map(({ name: period, to }) => ({ period, isComplete: to <= now })) };
    },

    /** Accepts empty periods, if between the creator's first entry and now. @throws AppError ENTITY_NOT_FOUND */
    async assertThere(ownerId: string, name: string): Promise<void> {
      const first = await findFirstEntry(db, ownerId);
      const { from, to } = readPeriod(name);
      requireFound(first && to > first && from <= clock.now() ? first : null);
    },

    /** Lists each movement, or the sums of each day if there are more than `MOST_LINES` movements. */
    async readPaper(ownerId: string, name: string): Promise<Paper> {
      const period = readPeriod(name);
      let lines: StatementLine[] | null = [];
      const statement = await readStatement(db, ownerId, period, {
        onLines(more) {
          if (lines === null) return;
          if (lines.length + more.length > MOST_LINES) lines = null;
          else lines.push(...more);
        },
      });
      const [person] = await people.findMany([ownerId]);
      const { account } = requireFound(person ?? null);
      const creator = [account.name, account.username && `@${account.username}`, account.email];
      return composeStatement({
        period,
        statement,
        lines,
        creator: creator.filter((line): line is string => Boolean(line)),
        seller: getSeller(await settings.read()),
        address: env.WEB_PUBLIC_URL,
        now: clock.now(),
      });
    },

    writeCsv: (ownerId: string, name: string): Promise<PassingFile> => writeStatementCsv({ db, env }, ownerId, name),
  };
}
