import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { rooms } from '../../../realtime/publish';
import { AppError, found } from '../../../errors';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import { assertOfAge } from './performer-rules';
import { approvedMail, rejectedMail } from './performer-mails';
import { createPerformerRepository, type PerformerColumns } from './performer-repository';

/** What creators read of a decision. */
interface News {
  action: string;
  title: string;
  message: string;
}

/** Tells a creator in the app, within the transaction of the decision. */
interface Notifier {
  add(tx: Tx, news: News & { userId: string; type: 'account' }): Promise<void>;
}

type DocumentStatus = NonNullable<PerformerRow['idVerificationStatus']>;

/** What operators say of a creator's documents; the creator hears of it by mail and in the app. */
export function createDocumentReviewService(
  { db, jobs, env, clock, publisher }: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'publisher'>,
  needs: { people: PeopleService; settings: SettingsService; notification: Notifier },
) {
  const { people, settings } = needs;
  const repository = createPerformerRepository(db);

  async function review(
    username: string,
    decide: (performer: PerformerRow, site: SiteSettings) => PerformerColumns,
    composeMail: (recipient: { siteName: string; to: string; url: string }) => ReturnType<typeof approvedMail>,
    page: (key: string) => string,
    news: News,
  ): Promise<void> {
    const { account, performer } = found(await people.findByKey(username));
    const row = found(performer);
    const site = await settings.read();
    const { siteName } = site;
    await inTransaction(db, async (tx) => {
      await repository.update(row.id, decide(row, site), tx);
      await needs.notification.add(tx, { userId: row.id, type: 'account', ...news });
      // The page that waits for it goes on by itself.
      tx.afterCommit(() => publisher.publish('account_changed', rooms.account(row.id)));
      if (!account.email) return;
      const url = `${env.WEB_PUBLIC_URL}${page(account.username ?? row.id)}`;
      await jobs.send('send-mail', composeMail({ siteName, to: account.email, url }), { tx });
    });
  }

  return {
    /**
     * They may publish, and fans find them.
     *
     * @throws AppError ENTITY_NOT_FOUND for users and unknown names, UNDER_AGE for who is too young or has not said when
     * they were born.
     */
    approve: (username: string): Promise<void> =>
      review(
        username,
        (performer, site) => {
          assertOfAge(performer.dateOfBirth, site, clock.now());
          return {
            verifiedDocument: true,
            verifiedAccount: true,
            rejectionReason: '',
            ...markDocuments(performer, 'approved'),
          };
        },
        approvedMail,
        (key) => `/${key}`,
        {
          action: 'documents-approved',
          title: 'Documents approved',
          message: 'Your documents are approved. Fans can find you, and you can publish.',
        },
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
        () => '/creator/account?section=documents',
        {
          action: 'documents-rejected',
          title: 'Documents need a change',
          message: `Your documents need a change${reason === '' ? '.' : `: ${reason}`}`,
        },
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
