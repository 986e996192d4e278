import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import { createStatementRepository, type StatementLine } from './statement-repository';
import { presentCharge } from './charge-wallet';
import { createWalletRepository } from './wallet-repository';
type LineView = EndpointReply<'listWalletLines'>['data'][number];

/** Lists a wallet's charges, and its ledger entries with the balance after each. */
export function createStatementService({ db }: Pick<ServerContext, 'db'>, { people }: { people: PeopleService }) {
  const repository = createStatementRepository(db);
  const charges = createWalletRepository(db);

  return {
    /** Newest first. All lines add up to the balance. */
    async list(
      actor: Actor,
      query: EndpointPart<'listWalletLines', 'query'>,
    ): Promise<EndpointReply<'listWalletLines'>> {
      assertAllowed(isUser(actor));
      const { rows, total } = await repository.list(actor.id, query);
      const sellers = rows.flatMap((row) => row.charge?.performerId ?? []);
      const views = await people.views(sellers, actor);
      return { data: rows.map((row) => presentLine(row, views)), total };
    },

    /** Newest first, with the creators that were paid. */
    async listCharges(
      actor: Actor,
      query: EndpointPart<'listCharges', 'query'>,
    ): Promise<EndpointReply<'listCharges'>> {
      const { rows, total } = await charges.search(actor.id, query);
      const sellers = rows.map((row) => row.performerId);
      const ids = rows.map((row) => row.id);
      const [views, left] = await Promise.all([
        people.views(sellers, actor),
        repository.readBalancesAfter(actor.id, ids),
      ]);
      const balanceAfter = (id: string) => {
        const after = left.get(id);
        return after === undefined ? {} : { balanceAfter: fromCents(after) };
      };
      return { data: rows.map((row) => ({ ...presentCharge(row, views), ...balanceAfter(row.id) })), total };
    },
  };
}

function presentLine(line: StatementLine, people: Map<string, PersonView>): LineView {
  return {
    _id: line.transferId,
    createdAt: line.at.toISOString(),
    kind: getLineKind(line.code),
    amount: fromCents(line.amount),
    balanceAfter: fromCents(line.balanceAfter),
    transactionId: line.paymentId,
    charge: line.charge && presentCharge(line.charge, people),
  };
}

/** Maps a transfer code to a kind of line: all sales from a wallet are charges. */
function getLineKind(code: string): LineView['kind'] {
  switch (code) {
    case 'top-up':
      return 'top_up';
    case 'refund':
    case 'part-refund':
    case 'refund-to-wallet':
      return 'refund';
    case 'promotion':
      return 'promotion';
    default:
      return 'charge';
  }
}
