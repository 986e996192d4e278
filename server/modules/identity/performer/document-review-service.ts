import { createHash } from 'node:crypto';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { rooms } from '../../../realtime/publish';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
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

/** The documents, and the details that an operator compares them with. */
export interface DocumentsForReview {
  username: string;
  name: string;
  /** ISO date; null where they have not said. */
  dateOfBirth: string | null;
  documents: { title: string; mimeType: string; sentAt: Date; status: DocumentStatus; url: string }[];
  /** Names exactly these documents: a decision has to carry it. */
  revision: string;
}

type DocumentStatus = NonNullable<PerformerRow['idVerificationStatus']>;

/** What operators say of a creator's documents; the creator hears of it by mail and in the app. */
export function createDocumentReviewService(
  {
    db,
    jobs,
    env,
    clock,
    publisher,
    events,
  }: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'publisher' | 'events'>,
  needs: {
    people: PeopleService;
    settings: SettingsService;
    media: Pick<MediaService, 'find' | 'present'>;
  },
) {
  const { people, settings } = needs;
  const repository = createPerformerRepository(db);

  /** Reviews the documents that `revision` names, and no others that were sent since. */
  async function review(
    { username, revision }: { username: string; revision: string },
    decide: (performer: PerformerRow, site: SiteSettings) => PerformerColumns,
    composeMail: (recipient: { siteName: string; to: string; url: string }) => ReturnType<typeof approvedMail>,
    page: (key: string) => string,
    news: News,
  ): Promise<void> {
    const { account, performer } = requireFound(await people.findByKey(username));
    const { id } = requireFound(performer);
    const site = await settings.read();
    const { siteName } = site;
    await inTransaction(db, async (tx) => {
      const row = requireFound(await repository.lock(id, tx));
      if (revisionOf(row, requireFound(await people.find(id, tx)).account) !== revision) {
        throw new AppError('CHANGED_ELSEWHERE', {
          message:
            'These are not the documents you looked at: others were sent since, or the name or date of birth was changed. Nothing was decided.',
        });
      }
      await repository.update(row.id, decide(row, site), tx);
      await events.emit(tx, 'documentsReviewed', { performerId: row.id, ...news });
      // The page that waits for it goes on by itself.
      tx.afterCommit(() => publisher.publish('account_changed', rooms.account(row.id)));
      if (!account.email) return;
      const url = `${env.WEB_PUBLIC_URL}${page(account.username ?? row.id)}`;
      await jobs.send('send-mail', composeMail({ siteName, to: account.email, url }), { tx });
    });
  }

  return {
    /** @throws AppError ENTITY_NOT_FOUND for users and unknown names */
    async read(username: string): Promise<DocumentsForReview> {
      const { account, performer } = requireFound(await people.findByKey(username));
      const row = requireFound(performer);
      const { idVerificationId, documentVerificationId, idVerificationStatus, documentVerificationStatus } = row;
      const places = [
        { title: 'Photo of their ID', id: idVerificationId, status: idVerificationStatus },
        { title: 'Photo of them holding it', id: documentVerificationId, status: documentVerificationStatus },
      ];
      const ids = places.map(({ id }) => id).filter((id) => id !== null);
      const files = ids.length === 0 ? [] : await needs.media.find(ids);
      return {
        username: account.username ?? account.id,
        name: account.name,
        dateOfBirth: row.dateOfBirth,
        documents: places.flatMap(({ title, id, status }) => {
          const file = files.find((one) => one.id === id);
          if (!file) return [];
          const { url, mimeType } = needs.media.present(file, { viewer: account, open: true });
          const about = { title, mimeType: mimeType ?? '', sentAt: file.createdAt, url: url ?? '' };
          return [{ ...about, status: status ?? (row.verifiedDocument ? 'approved' : 'waiting') }];
        }),
        revision: revisionOf(row, account),
      };
    },

    /**
     * They may publish, and fans find them.
     *
     * @throws AppError ENTITY_NOT_FOUND for users and unknown names, UNDER_AGE for who is too young or has not said when
     * they were born, CHANGED_ELSEWHERE when other documents were sent since `revision`.
     */
    approve: (username: string, revision: string): Promise<void> =>
      review(
        { username, revision },
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
     * @throws AppError ENTITY_NOT_FOUND for users and unknown names, DOCUMENTS_MISSING when there is nothing to reject,
     * CHANGED_ELSEWHERE when other documents were sent since `revision`.
     */
    reject: (username: string, revision: string, reason: string): Promise<void> =>
      review(
        { username, revision },
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

/** Changes with each document that is sent, and with what it is compared with. Short, since operators type it. */
const revisionOf = (
  { idVerificationId, documentVerificationId, dateOfBirth }: PerformerRow,
  { name }: { name: string },
): string =>
  createHash('sha256')
    .update(JSON.stringify([idVerificationId, documentVerificationId, dateOfBirth, name]))
    .digest('hex')
    .slice(0, 8);
