import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { presentSubscription } from './subscription-presenter';
import type { SubscriptionFilter, SubscriptionRepository } from './subscription-repository';
import type { SubscriptionDependencies } from './subscription-service';

/** Subscriptions as either side lists them. */
export function createSubscriptionLists(
  { clock }: Pick<ServerContext, 'clock'>,
  { people, card, earning }: SubscriptionDependencies,
  { repository }: { repository: SubscriptionRepository },
) {
  async function search(actor: Actor, filter: SubscriptionFilter, other: 'user' | 'performer') {
    const now = clock.now();
    const { rows, total } = await repository.search(filter, { other, now });
    const [views, cardOf, spentOf] = await Promise.all([
      people.views(
        rows.map((row) => (other === 'user' ? row.userId : row.performerId)),
        actor,
      ),
      // How a fan pays is no business of the creator's.
      other === 'performer' ? card.readRenewalCards(actor.id) : undefined,
      other === 'user'
        ? earning.sumByFan(
            actor.id,
            rows.map((row) => row.userId),
          )
        : undefined,
    ]);
    return { data: rows.map((row) => presentSubscription(row, { people: views, now, cardOf, spentOf })), total };
  }

  return {
    searchOfPerformer(
      actor: Actor,
      query: EndpointPart<'searchPerformerSubscriptions', 'query'>,
    ): Promise<EndpointReply<'searchPerformerSubscriptions'>> {
      assertAllowed(isPerformer(actor));
      return search(actor, { ...query, performerId: actor.id }, 'user');
    },

    searchOfUser(
      actor: Actor,
      query: EndpointPart<'searchUserSubscriptions', 'query'>,
    ): Promise<EndpointReply<'searchUserSubscriptions'>> {
      assertAllowed(isUser(actor));
      return search(actor, { ...query, userId: actor.id }, 'performer');
    },
  };
}
