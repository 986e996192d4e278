import { fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import { cancelDeletion } from './cancel-deletion';
import { deleteDueAccounts } from './delete-due-accounts';
import { createDeletionRepository } from './deletion-repository';
import { getConfirmationText, readDeletionState, type DeletionNeeds, type Deletions } from './deletions';
import { requestDeletion } from './request-deletion';

/**
 * For fourteen days after the request, the owner can cancel. Meanwhile the account is hidden and read-only.
 *
 * Fans keep what they bought. A creator with earnings in the holding period cannot request deletion. A creator with paying
 * subscribers must agree to serve them to the end: renewals and new subscriptions stop, the profile stays visible to those
 * fans, and deletion waits for the last paid day. Any wallet balance is forfeited.
 */
export function createDeletionService(
  context: Pick<ServerContext, 'db' | 'env' | 'jobs' | 'clock' | 'publisher'>,
  needs: DeletionNeeds,
) {
  const deletions = createDeletionRepository(context.db);
  const deps: Deletions = { ...context, ...needs, deletions };
  return {
    request: (actor: Actor, input: EndpointPart<'requestDeletion', 'body'>) => requestDeletion(deps, actor, input),
    cancel: (actor: Actor) => cancelDeletion(deps, actor),
    deleteDue: () => deleteDueAccounts(deps),

    async read(actor: Actor): Promise<EndpointReply<'getDeletion'>> {
      const row = requireFound(await deletions.find(actor.id));
      const { wallet, paid, refusal, at } = await readDeletionState(deps, row);
      return {
        deletionAt: row.deletionAt?.toISOString() ?? null,
        earliestAt: at.toISOString(),
        confirmation: getConfirmationText(row),
        refusal,
        balance: fromCents(wallet),
        subscribers: paid.count,
        kept: listKeptData(row.kind),
      };
    },
  };
}

/** Tells the owner what `dataRules` keeps. */
function listKeptData(kind: Actor['kind']): string[] {
  const both = [
    'Records of payments, as long as the law asks for them, without your name.',
    'Conversations stay with the people you wrote to. What you wrote is removed, except messages they paid for.',
    'Your username, for ninety days, so that nobody can pose as you.',
    'Reports you sent, until they are settled.',
  ];
  const performer = ['What your fans bought stays open to them. Everything else you published is deleted.'];
  return kind === 'performer' ? [...performer, ...both] : both;
}
