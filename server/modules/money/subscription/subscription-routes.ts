import type { Actor } from '../../../access';
import { AppError } from '../../../errors';
import { bind, type Binding } from '../../../http/register-endpoint';
import type { PlatformService } from './platform-service';
import type { SubscriptionService } from './subscription-service';

/** Both kinds of subscription answer to the same addresses: an id belongs to one of them. */
export const subscriptionBindings = (subscription: SubscriptionService, platform: PlatformService): Binding[] => [
  bind('subscribePerformer', (call) => subscription.subscribe(call, call.body)),
  bind('searchPerformerSubscriptions', (call) => subscription.searchOfPerformer(call.actor, call.query)),
  bind('searchUserSubscriptions', (call) => subscription.searchOfUser(call.actor, call.query)),
  bind('subscribePlatform', (call) => platform.subscribe(call, call.body)),
  bind('addCardAndSubscribe', (call) => platform.addCardAndSubscribe(call, call.body)),
  bind('getPlatformSubscription', (call) => platform.read(call.actor)),
  bind('cancelPlatformSubscription', (call) => platform.cancel(call.actor)),
  bind('cancelSubscription', ({ actor, params }) => done(actor, params.id, [subscription.cancel, platform.cancelById])),
  bind('resumeSubscription', ({ actor, params }) => done(actor, params.id, [subscription.resume, platform.resume])),
  bind('changeSubscriptionCard', ({ actor, params, body }) =>
    done(
      actor,
      params.id,
      [subscription, platform].map((kind) => (who: Actor, id: string) => kind.changeCard(who, id, body.cardId)),
    ),
  ),
];

type Attempt = (actor: Actor, id: string) => Promise<boolean>;

async function done(actor: Actor, id: string, attempts: readonly Attempt[]): Promise<{ success: true }> {
  for (const attempt of attempts) if (await attempt(actor, id)) return { success: true };
  throw new AppError('ENTITY_NOT_FOUND');
}
