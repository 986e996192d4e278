import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { createAccountRepository } from './account-repository';

interface UpdateMeDeps extends Pick<ServerContext, 'db' | 'clock' | 'events'> {
  identity: Pick<IdentityService, 'prepareUpdate'>;
  repository: Pick<ReturnType<typeof createAccountRepository>, 'declareAge'>;
}

export async function updateMe(
  { db, clock, events, identity, repository }: UpdateMeDeps,
  actor: Actor,
  { currentPassword, isOfAge, ...changes }: EndpointPart<'updateMe', 'body'>,
  { ip, revision }: { ip: string; revision?: number | undefined },
): Promise<void> {
  const store = await identity.prepareUpdate(actor.id, changes, { actor, currentPassword, ip, revision });
  await inTransaction(db, async (tx) => {
    await store(tx);
    if (isOfAge && (await repository.declareAge(actor.id, clock.now(), tx)))
      await events.emit(tx, 'ageDeclared', { accountId: actor.id });
  });
}
