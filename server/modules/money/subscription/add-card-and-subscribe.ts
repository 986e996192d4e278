import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { CardService } from '../payment/card-service';
import type { MoneyCaller } from '../wallet/charge-wallet';
import { subscribeToPlatform, type SubscribeToPlatformDeps } from './subscribe-to-platform';

interface AddCardAndSubscribeDeps extends SubscribeToPlatformDeps {
  card: Pick<CardService, 'addOrFind' | 'present'>;
  read(actor: Actor): Promise<EndpointReply<'getPlatformSubscription'>>;
}

/**
 * Saves a card, then subscribes to the platform with it. If the card is declined, it stays saved, to be tried again or removed.
 *
 * @throws AppError as `addOrFindCard` and `subscribeToPlatform`
 */
export async function addCardAndSubscribe(
  deps: AddCardAndSubscribeDeps,
  caller: MoneyCaller,
  body: EndpointPart<'addCardAndSubscribe', 'body'>,
): Promise<EndpointReply<'addCardAndSubscribe'>> {
  assertAllowed(isUser(caller.actor));
  const saved = await deps.card.addOrFind(caller.actor, body);
  const { couponCode, address, expectedPrice } = body;
  const payWith = { cardId: saved.id, couponCode, address: address ?? body.billingAddress, expectedPrice };
  const call = { route: 'addCardAndSubscribe', input: body };
  const transaction = await subscribeToPlatform(deps, caller, payWith, call);
  return { card: deps.card.present(saved), transaction, subscription: await deps.read(caller.actor) };
}
