import { randomUUID } from 'node:crypto';
import type { Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { updateHostStatus } from './end-show';
import type { ShowDeps } from './show-deps';
import type { Chat } from './show-access-repository';
import type { ShowRow } from './show-repository';
import { defaultTerms } from './show-terms';

export async function preparePrivateShow(
  { repository, clock }: Pick<ShowDeps, 'repository' | 'clock'>,
  tx: Tx,
  { performerId, minutePrice }: { performerId: string; minutePrice: Cents },
): Promise<Chat> {
  const stamps = { createdAt: clock.now(), updatedAt: clock.now() };
  const terms = { ...defaultTerms, type: 'private', title: 'Private show', minutePrice } as const;
  const show = await repository.insert({ ...terms, ...stamps, performerId, sessionId: randomUUID() }, tx);
  const chat = { type: 'stream_private', name: show.title, performerId, streamId: show.id, ...stamps } as const;
  return { show, conversation: await repository.insertConversation(chat, tx) };
}

/**
 * Starts a private show, which interrupts the public one. The transaction must have locked host and show. The host counts as
 * away until their first heartbeat in the private show.
 */
export async function beginPrivateShow(
  deps: Pick<ShowDeps, 'repository' | 'clock' | 'publishChanges'>,
  tx: Tx,
  { id, performerId }: ShowRow,
): Promise<ShowRow> {
  const { repository, clock } = deps;
  const now = clock.now();
  const change = { state: 'live', startedAt: now, hostUntil: now, updatedAt: now } as const;
  const live = requireFound(await repository.update(id, change, tx));
  await updateHostStatus(deps, performerId, tx);
  tx.afterCommit(() => deps.publishChanges(id));
  return live;
}
