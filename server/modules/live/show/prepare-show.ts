import { randomUUID } from 'node:crypto';
import { assertAllowed, isPerformer, type Caller } from '../../../access';
import type { EndpointPart } from '@contract/schemas';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { ShowDeps } from './show-deps';
import { presentLive } from './join-show';
import type { LiveStreamView } from './show-presenter';
import type { ConversationRow, ShowRow } from './show-repository';
import { checkPrices, defaultTerms, mergeTerms, type ShowTerms } from './show-terms';

/**
 * Prepares a show, replacing one that was prepared before. It goes live when the host's socket sends the event for it.
 *
 * @throws AppError DOCUMENTS_NOT_APPROVED, PRICE_OUT_OF_BOUNDS, MISSING_REQUIRED_PROPS, SHOW_RUNNING
 */
export async function prepareShow(
  deps: ShowDeps,
  caller: Caller,
  { type = 'public', ...input }: EndpointPart<'startStream', 'body'>,
): Promise<LiveStreamView> {
  const { db, people, settings } = deps;
  const { actor } = caller;
  assertAllowed(isPerformer(actor));
  const { performer } = requireFound(await people.find(actor.id));
  assertAllowed(performer?.verifiedDocument === true, 'DOCUMENTS_NOT_APPROVED');
  const blank = { ...defaultTerms, type };
  const terms = mergeTerms(input, blank);
  checkPrices(terms, blank, await settings.read());
  const { show, conversation } = await inTransaction(db, (tx) => replacePrepared(deps, tx, actor.id, terms));
  return presentLive(deps, show, conversation, caller);
}

async function replacePrepared(
  { repository, clock }: ShowDeps,
  tx: Tx,
  performerId: string,
  terms: ShowTerms,
): Promise<{ show: ShowRow; conversation: ConversationRow }> {
  await repository.lockHost(performerId, tx);
  if ((await repository.listLiveOf(performerId, tx)).length > 0) throw new AppError('SHOW_RUNNING');
  const now = clock.now();
  const prepared = await repository.lockOpen(performerId, tx);
  if (prepared) await repository.update(prepared.id, { state: 'ended', updatedAt: now }, tx);
  const stamps = { createdAt: now, updatedAt: now };
  const show = await repository.insert({ ...terms, ...stamps, performerId, sessionId: randomUUID() }, tx);
  const type = terms.type === 'group' ? ('stream_group' as const) : ('stream_public' as const);
  const conversation = await repository.insertConversation(
    { type, name: terms.title, performerId, streamId: show.id, ...stamps },
    tx,
  );
  return { show, conversation };
}
