import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import { toWidestNetworkKey } from '../../../lib/ip-network';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { FileSlots } from '../people/file-slots';
import { toBodyMembers, toPerformerColumns } from './performer-columns';
import { waitingMail } from './performer-mails';
import type { PerformerRepository } from './performer-repository';
import { assertNotUnderAge, assertPrices, defaultPrices } from './performer-rules';

interface RegisterPerformerDeps extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  identity: Pick<IdentityService, 'assertNamesAvailable' | 'hashNewPassword' | 'create' | 'remove'>;
  settings: Pick<SettingsService, 'read'>;
  fileSlots: Pick<FileSlots, 'fillAll'>;
  media: Pick<MediaService, 'store' | 'remove'>;
  repository: Pick<PerformerRepository, 'listCategoryIds'>;
}

type RegisterBody = EndpointPart<'registerPerformer', 'body'>;

interface Documents {
  idVerification: UploadedFile;
  documentVerification: UploadedFile;
}

/**
 * Stores the account with both documents, or nothing. If there is already an account with the address, the response is the
 * same.
 * @throws AppError UNDER_AGE, PASSWORD_TOO_WEAK, USERNAME_TAKEN, USERNAME_RESERVED, DOCUMENTS_MISSING, PRICE_OUT_OF_BOUNDS,
 * INVALID_IMAGE, INVALID_OR_MISSING_FILE
 */
export async function registerPerformer(
  deps: RegisterPerformerDeps,
  input: RegisterBody,
  { idVerification, documentVerification }: Record<string, UploadedFile>,
  ip: string,
): Promise<EndpointReply<'registerPerformer'>> {
  if (!idVerification || !documentVerification) throw new AppError('DOCUMENTS_MISSING');
  const documents = { idVerification, documentVerification };
  const network = toWidestNetworkKey(ip);
  const { isNew, accountId } = await createAccount(deps, input, network);
  const storeDocuments = isNew ? fillDocumentSlots : storeAndDiscard;
  if (accountId !== null) await storeDocuments(deps, accountId, documents, network);
  if (isNew) {
    const { siteName, documentReviewDays } = await deps.settings.read();
    const mail = waitingMail({ siteName, to: input.email, days: documentReviewDays });
    await deps.jobs.send('send-mail', { kind: 'unconfirmed', ...mail });
  }
  return { message: 'Thank you. Check your email: we sent you a link to continue.' };
}

async function createAccount(deps: RegisterPerformerDeps, input: RegisterBody, network: string) {
  const { clock, identity, repository } = deps;
  const settings = await deps.settings.read();
  assertPrices(input, settings);
  assertNotUnderAge(input.dateOfBirth, settings, clock.now());
  const { email, username, name, gender, firstName, lastName, phone, phoneCode, country } = input;
  await identity.assertNamesAvailable({ username, name });
  const now = clock.now();
  const id = newId(now.getTime());
  const account = {
    id,
    kind: 'performer' as const,
    email,
    username,
    gender,
    firstName,
    lastName,
    phone,
    phoneCode,
    country,
    name: name ?? '',
    referredBy: input.ref ?? input.rel,
    passwordHash: await identity.hashNewPassword(input.password, { email, username, name }, network),
    createdAt: now,
  };
  const columns = toPerformerColumns(input);
  const defaults = defaultPrices(settings);
  const performer = {
    ...columns,
    id,
    body: omitNull(toBodyMembers(input)),
    categoryIds: await repository.listCategoryIds(input.categoryIds ?? []),
    monthlyPrice: columns.monthlyPrice ?? defaults.monthlyPrice,
    yearlyPrice: columns.yearlyPrice ?? defaults.yearlyPrice,
    freeSubscriptionDays: input.durationFreeSubscriptionDays ?? settings.freeSubscriptionDuration,
    pricesChosen: input.monthlyPrice !== undefined || input.yearlyPrice !== undefined,
  };
  return identity.create(account, performer, { returnTo: input.returnTo });
}

async function fillDocumentSlots(
  { db, fileSlots, identity }: RegisterPerformerDeps,
  accountId: string,
  documents: Documents,
  network: string,
): Promise<void> {
  try {
    await fileSlots.fillAll(accountId, { ...documents }, { network });
  } catch (error) {
    await inTransaction(db, (tx) => identity.remove(accountId, tx));
    throw error;
  }
}

/** Does the work of a sign-up, so that neither response nor duration reveals an existing account. */
async function storeAndDiscard(
  { db, media }: RegisterPerformerDeps,
  ownerId: string,
  { idVerification, documentVerification }: Documents,
  network: string,
): Promise<void> {
  for (const upload of [idVerification, documentVerification]) {
    const file = await media.store(upload, { ownerId, type: 'performer-document', network });
    await inTransaction(db, (tx) => media.remove([file.id], tx));
  }
}

const omitNull = (members: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== null));
