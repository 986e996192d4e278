import type { ServerContext } from '../../context';
import { createAgeRenewals } from './subscription/age-renewals';
import { createPriceAnnouncements, createPriceListener } from './subscription/announce-prices';
import { createPlatformRenewalKind } from './subscription/platform-renewal-kind';
import { createPlatformService } from './subscription/platform-service';
import { createRenewalFailures } from './subscription/renewal-failures';
import { createSubscriptionRenewalKind } from './subscription/subscription-renewal-kind';
import { createSubscriptionService } from './subscription/subscription-service';

type KindDeps = Parameters<typeof createSubscriptionRenewalKind>[1] & Parameters<typeof createPlatformRenewalKind>[1];
type FailureDeps = Parameters<typeof createRenewalFailures>[1];
type Renewals = ReturnType<typeof createRenewals>;

/** Subscriptions to creators and the platform renew alike. Created before the payment service, which grants through them. */
export function createRenewals(context: ServerContext, needs: KindDeps & FailureDeps) {
  const creatorKind = createSubscriptionRenewalKind(context, needs);
  const platformKind = createPlatformRenewalKind(context, needs);
  return {
    creator: { kind: creatorKind, failures: createRenewalFailures(context, needs, creatorKind) },
    platform: { kind: platformKind, failures: createRenewalFailures(context, needs, platformKind) },
  };
}

type SubscriptionNeeds = Omit<Parameters<typeof createSubscriptionService>[1], keyof Renewals['creator']> &
  Omit<Parameters<typeof createPlatformService>[1], keyof Renewals['platform']> &
  Omit<Parameters<typeof createPriceAnnouncements>[1], 'kind'>;

export function createSubscriptionServices(
  context: ServerContext,
  { creator, platform }: Renewals,
  needs: SubscriptionNeeds,
) {
  context.events.on('subscriptionPriceChanged', createPriceListener(context));
  context.events.on('ageDeclared', createAgeRenewals(context, needs).onAgeDeclared);
  return {
    subscription: createSubscriptionService(context, { ...needs, ...creator }),
    platform: createPlatformService(context, { ...needs, ...platform }),
    announcePrices: [
      createPriceAnnouncements(context, { ...needs, kind: creator.kind }),
      createPriceAnnouncements(context, { ...needs, kind: platform.kind }),
    ],
  };
}
