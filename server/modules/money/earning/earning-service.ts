import type { Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Executor, Tx } from '../../../db/transaction';
import type { PeopleService } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { createEarningReport } from './earning-report';
import { createEarningReportRepository } from './earning-report-repository';
import { recordEarning, type Sale } from './record-earning';
import { payDebt, releaseEarnings } from './release-earnings';
import { earningRepository, type EarningRow } from './earning-repository';
import { holdEarning, reverseEarning, reversePart } from './reverse-earning';

export { splitPart } from './reverse-earning';
export type EarningService = ReturnType<typeof createEarningService>;

/** Income of creators: recorded with the sale, held for some days, then released to their wallet. Decisions 2. */
export function createEarningService(
  context: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  { people }: { people: PeopleService },
) {
  const repository = createEarningReportRepository(context.db);
  const report = createEarningReport(context, { people, repository });
  return {
    record: (tx: Tx, sale: Sale, site: SiteSettings) => recordEarning(context, tx, sale, site),
    reverse: (tx: Tx, transactionId: string) => reverseEarning(context, tx, transactionId),
    reversePart: (tx: Tx, part: { transactionId: string; gross: Cents }) => reversePart(context, tx, part),
    findOf: (transactionId: string, db: Executor = context.db) =>
      earningRepository.findByTransaction(transactionId, db),
    lockOf: earningRepository.lockByTransaction,
    hold: (tx: Tx, earning: EarningRow) => holdEarning(context, tx, earning),
    endHold: (tx: Tx, { id }: Pick<EarningRow, 'id'>) =>
      earningRepository.update(id, { heldAt: null, updatedAt: context.clock.now() }, tx),
    release: () => releaseEarnings(context),
    payDebt,
    stats: report.stats,
    search: report.search,
    searchSubscriptions: report.searchSubscriptions,
    sumByFan: repository.sumByFan,
    sumByFeed: repository.sumByFeed,
    sumSince: repository.sumSince,
    findNextRelease: repository.findNextRelease,
  };
}
