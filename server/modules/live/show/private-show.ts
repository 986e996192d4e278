import { randomUUID } from 'node:crypto';
import type { Cents } from '@contract/base/money';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { updateHostStatus } from './end-show';
import type { ShowDeps } from './show-deps';
import type { Chat, ShowRow } from './show-repository';
import { defaultTerms } from './show-terms';

/** A show for one fan, which is live once its host accepts it. */
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
 * Begins a private show beside the public one, in a transaction that has locked host and show. Until their first sign of life
 * in it, its host counts as away.
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
