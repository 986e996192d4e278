import type { Cents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { toNetworkKey, toWideNetworkKey } from '../../../lib/ip-network';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { MediaService } from '../../site/media/media-service';
import type { FileSlots } from '../people/file-slots';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { assertNotUnderAge, assertPrices, defaultPrices } from './performer-rules';
import { waitingMail } from './performer-mails';
import { createPerformerRepository } from './performer-repository';
import { toBodyMembers, toPerformerColumns } from './performer-profile-service';

/** Signing up as a creator: the account waits until an operator has seen its documents. */
export function createPerformerRegistrationService(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  needs: { identity: IdentityService; settings: SettingsService; fileSlots: FileSlots; media: MediaService },
) {
  const repository = createPerformerRepository(db);

  async function createAccount(input: EndpointPart<'registerPerformer', 'body'>) {
    const settings = await needs.settings.read();
    assertPrices([input.monthlyPrice, input.yearlyPrice], settings);
    assertNotUnderAge(input.dateOfBirth, settings, clock.now());
    await needs.identity.assertNamesAvailable({ username: input.username, name: input.name });
    const columns = toPerformerColumns(input);
    const usual = defaultPrices(settings);
    const { email, username, gender, firstName, lastName, phone, phoneCode, country } = input;
    const now = clock.now();
    const id = newId(now.getTime());
    const account = {
      ...{ id, kind: 'performer' as const, email, username, gender, firstName, lastName, phone, phoneCode, country },
      name: input.name ?? '',
      referredBy: input.ref ?? input.rel,
      passwordHash: await needs.identity.hashNewPassword(input.password, { email, username, name: input.name }),
      createdAt: now,
    };
    const performer = {
      ...columns,
      id,
      body: dropNull(toBodyMembers(input)),
      categoryIds: await repository.listCategoryIds(input.categoryIds ?? []),
      monthlyPrice: columns.monthlyPrice ?? usual.monthlyPrice,
      yearlyPrice: columns.yearlyPrice ?? usual.yearlyPrice,
      freeSubscriptionDays: input.durationFreeSubscriptionDays ?? settings.freeSubscriptionDuration,
      pricesChosen: input.monthlyPrice !== undefined || input.yearlyPrice !== undefined,
    };
    return needs.identity.create(account, performer, { returnTo: input.returnTo });
  }

  /** The work of a sign-up, for nothing: neither the reply nor the time it takes tells that the address is known. */
  async function storeInVain(ownerId: string, uploads: readonly UploadedFile[], network: string): Promise<void> {
    for (const upload of uploads) {
      const file = await needs.media.store(upload, { ownerId, type: 'performer-document', network });
      await inTransaction(db, (tx) => needs.media.remove([file.id], tx));
    }
  }

  async function fillSlots(
    id: string,
    [idVerification, documentVerification]: readonly [UploadedFile, UploadedFile],
    network: string,
  ) {
    try {
      await needs.fileSlots.fillAll(id, { idVerification, documentVerification }, { network });
    } catch (error) {
      await inTransaction(db, (tx) => needs.identity.remove(id, tx));
      throw error;
    }
  }

  return {
    /** What a creator has who came by another site's log-in, before they have said anything. Documents follow later. */
    async draft(): Promise<{ monthlyPrice: Cents; yearlyPrice: Cents; freeSubscriptionDays: number }> {
      const settings = await needs.settings.read();
      return { ...defaultPrices(settings), freeSubscriptionDays: settings.freeSubscriptionDuration };
    },

    /**
     * Makes the account with both documents, or nothing at all. An address that has an account is answered alike.
     *
     * @throws AppError UNDER_AGE, PASSWORD_TOO_WEAK, USERNAME_TAKEN, USERNAME_RESERVED, DOCUMENTS_MISSING, PRICE_OUT_OF_BOUNDS,
     * INVALID_IMAGE, INVALID_OR_MISSING_FILE.
     */
    async register(
      input: EndpointPart<'registerPerformer', 'body'>,
      files: Record<string, UploadedFile>,
      ip: string,
    ): Promise<EndpointReply<'registerPerformer'>> {
      const { idVerification, documentVerification } = files;
      if (!idVerification || !documentVerification) throw new AppError('DOCUMENTS_MISSING');
      const papers = [idVerification, documentVerification] as const;
      const { isNew, accountId } = await createAccount(input);
      const network = toWideNetworkKey(ip) ?? toNetworkKey(ip);
      if (accountId !== null) await (isNew ? fillSlots : storeInVain)(accountId, papers, network);
      if (isNew) {
        const { siteName, documentReviewDays } = await needs.settings.read();
        await jobs.send('send-mail', waitingMail({ siteName, to: input.email, days: documentReviewDays }));
      }
      return { message: 'Thank you. Check your email: we sent you a link to continue.' };
    },
  };
}

function dropNull(members: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== null));
}
