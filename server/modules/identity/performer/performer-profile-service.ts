import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { found } from '../../../errors';
import type { PeopleService } from '../people/people-service';
import type { IdentityService } from '../auth/identity/identity-service';
import type { SessionService } from '../auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { assertNotUnderAge } from './minimum-age';
import { canManagePerformer } from './performer-policy';
import type { BankingView, GatewayView, PerformerMeView } from './performer-presenter';
import { assertPrices } from './performer-prices';
import { createPerformerRepository } from './performer-repository';
import type { PerformerService } from './performer-service';
import { toBodyMembers, toPerformerColumns } from './profile-columns';

/** What creators change of themselves. */
export function createPerformerProfileService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  needs: {
    people: PeopleService;
    identity: IdentityService;
    settings: SettingsService;
    performer: PerformerService;
    session: Pick<SessionService, 'assertFresh'>;
  },
) {
  const repository = createPerformerRepository(db);

  async function readPerformer(id: string) {
    return found((await needs.people.find(id))?.performer);
  }

  return {
    /**
     * @throws AppError FORBIDDEN, UNDER_AGE, EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, PRICE_OUT_OF_BOUNDS, and for a new
     * e-mail or password FRESH_LOGIN_REQUIRED, WRONG_PASSWORD
     */
    async update(
      actor: Actor,
      id: string,
      body: EndpointPart<'updatePerformer', 'body'>,
      ip: string,
    ): Promise<PerformerMeView> {
      assertAllowed(canManagePerformer(actor, id));
      const site = await needs.settings.read();
      assertPrices([body.monthlyPrice, body.yearlyPrice], site);
      assertNotUnderAge(body.dateOfBirth, site, clock.now());
      const { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country } = body;
      const { currentPassword } = body;
      const identity = { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country };
      const storeIdentity = await needs.identity.prepareUpdate(id, identity, { actor, currentPassword, ip });
      const categoryIds = body.categoryIds && (await repository.listCategoryIds(body.categoryIds));
      await inTransaction(db, async (tx) => {
        await storeIdentity(tx);
        await repository.update(
          id,
          {
            ...toPerformerColumns(body),
            pricesChosen: body.monthlyPrice !== undefined || body.yearlyPrice !== undefined || undefined,
            categoryIds,
            activateWelcomeVideo: body.activateWelcomeVideo,
            welcomeMessage: body.welcomeMessage === null ? '' : body.welcomeMessage,
            headline: body.headline === null ? '' : body.headline,
            socialLinks: body.socialLinks,
          },
          tx,
        );
        await repository.merge(id, 'body', toBodyMembers(body), tx);
      });
      return needs.performer.getMe(actor);
    },

    /** Where payouts by bank go. @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED */
    async updateBanking(
      actor: Actor,
      id: string,
      body: EndpointPart<'updateBankingSettings', 'body'>,
    ): Promise<BankingView> {
      assertAllowed(canManagePerformer(actor, id) && body.performerId === id);
      await needs.session.assertFresh(actor);
      const before = (await readPerformer(id)).banking as BankingView | null;
      const now = clock.now().toISOString();
      const banking = {
        ...body,
        _id: before?._id ?? newId(),
        createdAt: before?.createdAt ?? now,
        updatedAt: now,
      } satisfies BankingView;
      await repository.update(id, { banking: banking as Record<string, string> });
      return banking;
    },

    /** Where payouts by PayPal or CCBill go. @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED */
    async updateGateway(
      actor: Actor,
      id: string,
      body: EndpointPart<'updatePaymentGatewaySettings', 'body'>,
    ): Promise<GatewayView> {
      assertAllowed(canManagePerformer(actor, id) && (body.performerId ?? id) === id);
      await needs.session.assertFresh(actor);
      const before = (await readPerformer(id)).payoutSettings[body.key] as GatewayView | undefined;
      const { key, value, status = 'active' } = body;
      const setting: GatewayView = { _id: before?._id ?? newId(), performerId: id, key, value, status };
      await repository.merge(id, 'payoutSettings', { [key]: setting });
      return setting;
    },
  };
}

export type PerformerProfileService = ReturnType<typeof createPerformerProfileService>;
