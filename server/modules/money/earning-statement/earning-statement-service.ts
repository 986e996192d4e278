import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { requireFound } from '../../../errors';
import type { Paper } from '../../../papers/paper';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { getSeller } from '../invoice/invoice-service';
import { readStatement } from './read-statement';
import { writeCsvEnd, writeCsvHead, writeCsvLine } from './statement-csv';
import type { StatementLine } from './statement-figures';
import { composeStatement, MOST_LINES } from './statement-paper';
import { listPeriods, readPeriod } from './statement-period';
import { findFirstEntry } from './statement-repository';

/** A file that is gone from the disk once it was read. */
export interface PassingFile {
  size: number;
  bytes: Readable;
}

export type EarningStatementService = ReturnType<typeof createEarningStatementService>;

/** Statements of creators by month and year, from the ledger. */
export function createEarningStatementService(
  { db, env, clock }: Pick<ServerContext, 'db' | 'env' | 'clock'>,
  { people, settings }: { people: Pick<PeopleService, 'findMany'>; settings: Pick<SettingsService, 'read'> },
) {
  return {
    /** The months and years that there are statements of. */
    async list(actor: Actor): Promise<EndpointReply<'listStatements'>> {
      assertAllowed(isPerformer(actor));
      const first = await findFirstEntry(db, actor.id);
      const now = clock.now();
      const periods = first ? listPeriods(first, now) : [];
      return { data: periods.map(({ name: period, to }) => ({ period, isComplete: to <= now })) };
    },

    /** Whether a statement of a period is there, empty ones included. @throws AppError ENTITY_NOT_FOUND */
    async assertThere(ownerId: string, name: string): Promise<void> {
      const first = await findFirstEntry(db, ownerId);
      const { from, to } = readPeriod(name);
      requireFound(first && to > first && from <= clock.now() ? first : null);
    },

    /** A statement as a document. Of very many movements it has the sums of each day. */
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

    /** A statement as CSV, a line each movement. It goes through a file: who downloads slowly must not hold a connection. */
    async writeCsv(ownerId: string, name: string): Promise<PassingFile> {
      const folder = path.join(env.DATA_DIR, 'tmp');
      await mkdir(folder, { recursive: true });
      const file = path.join(folder, newId());
      const handle = await open(file, 'wx+', 0o600);
      try {
        let text = '';
        const { closing } = await readStatement(db, ownerId, readPeriod(name), {
          begin: (opening) => void (text = writeCsvHead(opening)),
          async onLines(lines) {
            await handle.write(text + lines.map(writeCsvLine).join(''));
            text = '';
          },
        });
        await handle.write(text + writeCsvEnd(closing));
        const { size } = await handle.stat();
        return { size, bytes: handle.createReadStream({ start: 0 }) };
      } catch (error) {
        await handle.close();
        throw error;
      } finally {
        // An open file can still be read.
        await rm(file, { force: true });
      }
    },
  };
}
