import { toCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { MoneyCaller } from '../wallet/charge-wallet';

import { PLATFORM } from './platform-renewal-kind';
import type { PlatformRepository } from './platform-repository';
import { assertPlatformOffered, hasAccess } from './subscription-policy';

export interface SubscribeToPlatformDeps extends Pick<ServerContext, 'clock'> {
  settings: Pick<SettingsService, 'read'>;
  payment: Pick<PaymentService, 'start'>;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'lockEligiblePayer'>;
  repository: Pick<PlatformRepository, 'find'>;
}

/**
 * @param call the endpoint and input that the idempotency key is for, if another endpoint calls this.
 * @throws AppError FORBIDDEN while it is not offered, ALREADY_SUBSCRIBED, and those of a checkout
 */
export async function subscribeToPlatform(
  { settings, payment, checkout, eligibility, repository, clock }: SubscribeToPlatformDeps,
  { actor, key, country }: MoneyCaller,
  body: EndpointPart<'subscribePlatform', 'body'>,
  call: { route: string; input: unknown } = { route: 'subscribePlatform', input: body },
): Promise<EndpointReply<'subscribePlatform'>> {
  assertAllowed(isUser(actor));
  checkout.assertCardNamed(body);
  const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
  return payment.start({
    ...call,
    actor,
    key,
    reference: { target: 'platform', targetId: null },
    async plan(tx, transactionId) {
      assertPlatformOffered(site);
      await eligibility.lockEligiblePayer(tx, { payerId: actor.id, site });
      const row = await repository.find(actor.id, tx);
      if (row?.status === 'active' && hasAccess(row, clock.now())) throw new AppError('ALREADY_SUBSCRIBED');
      const original = toCents(site.monthlySubscriptionPrice);
      const price = { userId: actor.id, transactionId, original, taxation, body, recurs: true };
      return { userId: actor.id, ...PLATFORM, ...(await checkout.price(tx, price)) };
    },
  });
}
