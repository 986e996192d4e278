import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { Cards } from './add-card';
import type { CardRow } from './card-repository';

/** Removes a card. If it was the default, the newest other card becomes the default and pays for renewals. */
export async function removeCard(cards: Cards, actor: Actor, idOrToken: string): Promise<EndpointReply<'deleteCard'>> {
  const { db, clock, repository } = cards;
  return inTransaction(db, async (tx) => {
    await repository.lockOwner(actor.id, tx);
    const card = requireFound(await repository.find(actor.id, idOrToken, tx));
    await removeStored(cards, tx, card);
    const next = card.isDefault ? await repository.findNewest(actor.id, tx) : null;
    if (next) await repository.setDefault(actor.id, next.id, clock.now(), tx);
    return { deleted: true };
  });
}

export async function removeAllCards(cards: Cards, userId: string, tx: Tx): Promise<void> {
  const rows = await cards.repository.listAll(userId, tx);
  for (const card of rows) await removeStored(cards, tx, card);
}

async function removeStored({ repository, jobs }: Cards, tx: Tx, { id, token }: CardRow): Promise<void> {
  await repository.remove(id, tx);
  await jobs.send('detach-card', { token }, { tx });
}
