import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { PeopleService } from '../people/people-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { SessionService } from '../auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { assertBirthDateStays, assertNotUnderAge, assertPrices } from './performer-rules';
import { canManagePerformer, type PerformerService } from './performer-service';
import type { BankingView, GatewayView, PerformerMeView } from './performer-presenter';
import { createPerformerRepository, type PerformerColumns } from './performer-repository';
import type { z } from 'zod';
import { toCents } from '@contract/base/money';
import { bodyTraits } from '@contract/identity/people-schemas';
import type { performerProfileFields } from '@contract/identity/performer-schemas';

/** What creators change of themselves. */
export function createPerformerProfileService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  needs: {
    people: PeopleService;
    identity: IdentityService;
    settings: SettingsService;
    performer: PerformerService;
    session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
  },
) {
  const repository = createPerformerRepository(db);

  async function readPerformer(id: string, tx: Tx) {
    return requireFound((await needs.people.find(id, tx))?.performer);
  }

  return {
    /**
     * @throws AppError FORBIDDEN, UNDER_AGE, BIRTH_DATE_FIXED, EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, PRICE_OUT_OF_BOUNDS, and for a new
     * e-mail or password FRESH_LOGIN_REQUIRED, WRONG_PASSWORD
     */
    async update(
      actor: Actor,
      id: string,
      body: EndpointPart<'updatePerformer', 'body'>,
      { ip, revision }: { ip: string; revision?: number | undefined },
    ): Promise<PerformerMeView> {
      assertAllowed(canManagePerformer(actor, id));
      const site = await needs.settings.read();
      assertPrices([body.monthlyPrice, body.yearlyPrice], site);
      assertNotUnderAge(body.dateOfBirth, site, clock.now());
      const { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country } = body;
      const { currentPassword } = body;
      const identity = { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country };
      const storeIdentity = await needs.identity.prepareUpdate(id, identity, { actor, currentPassword, ip, revision });
      const categoryIds = body.categoryIds && (await repository.listCategoryIds(body.categoryIds));
      await inTransaction(db, async (tx) => {
        await storeIdentity(tx);
        const columns = toPerformerColumns(body);
        // Under the lock, as the documents may be approved at this moment.
        assertBirthDateStays(columns.dateOfBirth, requireFound(await repository.lock(id, tx)));
        await repository.update(
          id,
          {
            ...columns,
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
      const now = clock.now().toISOString();
      return inTransaction(db, async (tx) => {
        await needs.session.lockOwn(actor, tx);
        const before = (await readPerformer(id, tx)).banking as BankingView | null;
        const banking = {
          ...body,
          _id: before?._id ?? newId(),
          createdAt: before?.createdAt ?? now,
          updatedAt: now,
        } satisfies BankingView;
        await repository.update(id, { banking: banking as Record<string, string> }, tx);
        return banking;
      });
    },

    /** Where payouts by PayPal or CCBill go. @throws AppError FORBIDDEN, FRESH_LOGIN_REQUIRED */
    async updateGateway(
      actor: Actor,
      id: string,
      body: EndpointPart<'updatePaymentGatewaySettings', 'body'>,
    ): Promise<GatewayView> {
      assertAllowed(canManagePerformer(actor, id) && (body.performerId ?? id) === id);
      await needs.session.assertFresh(actor);
      const { key, value, status = 'active' } = body;
      return inTransaction(db, async (tx) => {
        await needs.session.lockOwn(actor, tx);
        const before = (await readPerformer(id, tx)).payoutSettings[key] as GatewayView | undefined;
        const setting: GatewayView = { _id: before?._id ?? newId(), performerId: id, key, value, status };
        await repository.merge(id, 'payoutSettings', { [key]: setting }, tx);
        return setting;
      });
    },
  };
}

export type ProfileFields = z.output<z.ZodObject<typeof performerProfileFields>>;

const unlessAbsent = <T, R>(value: T | undefined, turn: (value: T) => R): R | undefined =>
  value === undefined ? undefined : turn(value);

/** The columns of `performers` that the fields of a profile go to; absent fields stay as they are. */
export function toPerformerColumns(fields: ProfileFields): PerformerColumns {
  return {
    bio: unlessAbsent(fields.bio, (bio) => bio ?? ''),
    languages: fields.languages && [...new Set(fields.languages)].slice(0, 20),
    dateOfBirth: unlessAbsent(fields.dateOfBirth, (day) => day && day.slice(0, 10)),
    city: fields.city,
    state: fields.state,
    zipcode: fields.zipcode,
    address: fields.address,
    isFreeSubscription: fields.isFreeSubscription,
    freeSubscriptionDays: fields.durationFreeSubscriptionDays,
    monthlyPrice: unlessAbsent(fields.monthlyPrice, toCents),
    yearlyPrice: unlessAbsent(fields.yearlyPrice, toCents),
    publicChatPrice: unlessAbsent(fields.publicChatPrice, toCents),
  };
}

/** Members of the `body` column; null takes one away. */
export function toBodyMembers(fields: ProfileFields): Record<string, string | null> {
  return Object.fromEntries(
    bodyTraits.flatMap((field) => {
      const value = fields[field];
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
