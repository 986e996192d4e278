import type { EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../../access';
import type { Db } from '../../../../db/client';
import { inTransaction, type Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { recordAct } from '../../../../operator-log/record-act';
import { rooms } from '../../../../realtime/publish';
import { assertFresh } from './session-proof';
import type { Sessions } from './sessions';
import { hashToken } from './tokens';

/** @throws AppError ENTITY_NOT_FOUND; FRESH_LOGIN_REQUIRED for any session but the actor's current one */
export async function endSession(deps: Sessions, actor: Actor, id: string): Promise<EndpointReply<'endSession'>> {
  if (id !== actor.sessionId) await assertFresh(deps, actor);
  const ended = await deps.sessions.removeOne(actor.id, id);
  if (ended.length === 0) throw new AppError('ENTITY_NOT_FOUND');
  disconnect(deps, ended);
  return { deleted: true };
}

export async function endOtherSessions(deps: Sessions, actor: Actor): Promise<EndpointReply<'endOtherSessions'>> {
  await assertFresh(deps, actor);
  return { ended: await closeOtherSessions(deps, actor) };
}

/** @param sessionId undefined for all @throws AppError ENTITY_NOT_FOUND if there is none */
export async function endSessionsByOperator(
  { db, ...deps }: Sessions & { db: Db },
  accountId: string,
  sessionId: string | undefined,
  by: Operator,
): Promise<void> {
  const { sessions } = deps;
  await inTransaction(db, async (tx) => {
    const endedKeys = sessionId === undefined ? await deps.apiKeys.removeOfAccount(accountId, tx) : [];
    const ended =
      sessionId === undefined
        ? await sessions.removeOfAccount(accountId, null, tx)
        : await sessions.removeOne(accountId, sessionId, tx);
    if (ended.length + endedKeys.length === 0)
      throw new AppError('ENTITY_NOT_FOUND', { message: 'There is no such session any more.' });
    disconnect(deps, ended, tx);
    const subject = { kind: 'account', id: accountId } as const;
    await recordAct(tx, by, {
      act: 'sessions.ended',
      subject,
      details: { ended: ended.length, ...(endedKeys.length > 0 && { apiKeys: endedKeys.length }) },
    });
  });
}

export async function closeSessionByToken(deps: Sessions, token: string): Promise<void> {
  disconnect(deps, await deps.sessions.removeByHash(hashToken(token)));
}

export async function closeSession(deps: Sessions, accountId: string, id: string, tx: Tx): Promise<void> {
  disconnect(deps, await deps.sessions.removeOne(accountId, id, tx), tx);
}

/** Ends the account's API keys, too: a thief with another session could have made one. */
export async function closeOtherSessions(deps: Sessions, actor: Actor, tx?: Tx): Promise<number> {
  await deps.apiKeys.removeOfAccount(actor.id, tx);
  const ended = await deps.sessions.removeOfAccount(actor.id, actor.sessionId, tx);
  disconnect(deps, ended, tx);
  return ended.length;
}

/** Ends the account's API keys, too. @param options.except session that stays open */
export async function closeAllSessions(
  deps: Sessions,
  accountId: string,
  { except = null, tx }: { except?: string | null; tx?: Tx } = {},
): Promise<void> {
  await deps.apiKeys.removeOfAccount(accountId, tx);
  disconnect(deps, await deps.sessions.removeOfAccount(accountId, except, tx), tx);
}

function disconnect({ actors, publisher }: Sessions, ended: readonly { id: string }[], tx?: Tx): void {
  const effect = () => {
    for (const { id } of ended) {
      actors.removeSession(id);
      publisher.disconnect(rooms.session(id));
    }
  };
  if (tx) tx.afterCommit(effect);
  else effect();
}
