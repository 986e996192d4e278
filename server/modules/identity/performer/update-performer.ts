import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import { toBodyMembers, toPerformerColumns } from './performer-columns';
import type { PerformerMeView } from './performer-presenter';
import type { PerformerColumns, PerformerRepository } from './performer-repository';
import { assertBirthDateStays, assertNotUnderAge, assertPrices, canManagePerformer } from './performer-rules';
import type { PerformerService } from './performer-service';

interface UpdatePerformerDeps extends Pick<ServerContext, 'db' | 'clock' | 'events'> {
  identity: Pick<IdentityService, 'prepareUpdate'>;
  settings: Pick<SettingsService, 'read'>;
  performer: Pick<PerformerService, 'getMe'>;
  repository: Pick<PerformerRepository, 'listCategoryIds' | 'lock' | 'update' | 'merge'>;
}

type UpdateBody = EndpointPart<'updatePerformer', 'body'>;

/** @throws AppError FORBIDDEN, UNDER_AGE, BIRTH_DATE_FIXED, PRICE_OUT_OF_BOUNDS, and as `prepareAccountUpdate` */
export async function updatePerformer(
  { db, clock, events, identity, settings, performer, repository }: UpdatePerformerDeps,
  actor: Actor,
  id: string,
  body: UpdateBody,
  { ip, revision }: { ip: string; revision?: number | undefined },
): Promise<PerformerMeView> {
  assertAllowed(canManagePerformer(actor, id));
  const site = await settings.read();
  assertPrices(body, site);
  assertNotUnderAge(body.dateOfBirth, site, clock.now());
  const { currentPassword } = body;
  const by = { actor, currentPassword, ip, revision };
  const storeIdentity = await identity.prepareUpdate(id, toIdentityChanges(body), by);
  const categoryIds = body.categoryIds && (await repository.listCategoryIds(body.categoryIds));
  await inTransaction(db, async (tx) => {
    await storeIdentity(tx);
    const columns = toColumns(body, categoryIds);
    // Checked while locked, because an operator may be approving the documents.
    const before = requireFound(await repository.lock(id, tx));
    assertBirthDateStays(columns.dateOfBirth, before);
    await repository.update(id, columns, tx);
    const { monthlyPrice = before.monthlyPrice, yearlyPrice = before.yearlyPrice } = columns;
    if (monthlyPrice !== before.monthlyPrice || yearlyPrice !== before.yearlyPrice)
      await events.emit(tx, 'subscriptionPriceChanged', { performerId: id });
    await repository.merge(id, 'body', toBodyMembers(body), tx);
  });
  return performer.getMe(actor);
}

function toIdentityChanges(body: UpdateBody) {
  const { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country } = body;
  return { name, username, email, password, firstName, lastName, phone, phoneCode, gender, country };
}

const toColumns = (body: UpdateBody, categoryIds: string[] | undefined): PerformerColumns => ({
  ...toPerformerColumns(body),
  pricesChosen: body.monthlyPrice !== undefined || body.yearlyPrice !== undefined || undefined,
  categoryIds,
  activateWelcomeVideo: body.activateWelcomeVideo,
  welcomeMessage: body.welcomeMessage === null ? '' : body.welcomeMessage,
  headline: body.headline === null ? '' : body.headline,
  socialLinks: body.socialLinks,
});
