import type { ServerContext } from '../../context';
import { inTransaction } from '../../db/transaction';
import { AppError, found } from '../../errors';
import type { PeopleService, PerformerRow } from '../people/people-service';
import type { SettingsService } from '../settings/settings-service';
import { approvedMail, rejectedMail } from './performer-mails';
import { createPerformerRepository, type PerformerColumns } from './performer-repository';

type DocumentStatus = NonNullable<PerformerRow['idVerificationStatus']>;

/** What operators say of a creator's documents; the creator hears of it by mail. */
export function createDocumentReviewService(
  { db, jobs, env }: Pick<ServerContext, 'db' | 'jobs' | 'env'>,
  { people, settings }: { people: PeopleService; settings: SettingsService },
) {
  const repository = createPerformerRepository(db);

  async function review(
    username: string,
    decide: (performer: PerformerRow) => PerformerColumns,
    composeMail: (recipient: { siteName: string; to: string; url: string }) => ReturnType<typeof approvedMail>,
    page: (key: string) => string,
  ): Promise<void> {
    const { account, performer } = found(await people.findByKey(username));
    const row = found(performer);
    const { siteName } = await settings.read();
    await inTransaction(db, async (tx) => {
      await repository.update(row.id, decide(row), tx);
      if (!account.email) return;
      const url = `${env.WEB_PUBLIC_URL}${page(account.username ?? row.id)}`;
      await jobs.send('send-mail', composeMail({ siteName, to: account.email, url }), { tx });
    });
  }

  return {
    /** They may publish, and fans find them. @throws AppError ENTITY_NOT_FOUND for users and unknown names */
    approve: (username: string): Promise<void> =>
      review(
        username,
        (performer) => ({
          verifiedDocument: true,
          verifiedAccount: true,
          rejectionReason: '',
          ...markDocuments(performer, 'approved'),
        }),
        approvedMail,
        (key) => `/${key}`,
      ),

    /**
     * They may not publish until new documents are approved.
     *
     * @throws AppError ENTITY_NOT_FOUND for users and unknown names, DOCUMENTS_MISSING when there is nothing to reject.
     */
    reject: (username: string, reason: string): Promise<void> =>
      review(
        username,
        (performer) => {
          if (!performer.idVerificationId && !performer.documentVerificationId) {
            throw new AppError('DOCUMENTS_MISSING', { message: 'There are no documents to reject.' });
          }
          return { verifiedDocument: false, rejectionReason: reason, ...markDocuments(performer, 'rejected') };
        },
        (recipient) => rejectedMail({ ...recipient, reason }),
        () => '/creator/account',
      ),
  };
}

/** Both are looked at together; one that is not there has no state. */
function markDocuments(
  { idVerificationId, documentVerificationId }: PerformerRow,
  status: DocumentStatus,
): PerformerColumns {
  return {
    idVerificationStatus: idVerificationId === null ? null : status,
    documentVerificationStatus: documentVerificationId === null ? null : status,
  };
}
