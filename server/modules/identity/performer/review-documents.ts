import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { createHash } from 'node:crypto';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { Mail } from '../../../gateways/mail';
import { rooms } from '../../../realtime/publish';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import type { PeopleService, PerformerRow } from '../people/people-service';
import { approvedMail, rejectedMail } from './performer-mails';
import type { PerformerColumns, PerformerRepository } from './performer-repository';
import { assertOfAge } from './performer-rules';

interface ReviewDocumentsDeps extends Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'publisher' | 'events'> {
  people: Pick<PeopleService, 'find' | 'findByKey'>;
  settings: Pick<SettingsService, 'read'>;
  repository: Pick<PerformerRepository, 'lock' | 'update'>;
}

interface ReviewedDocuments {
  username: string;
  revision: string;
}

interface Decision {
  act: 'creator.approved' | 'creator.rejected';
  by: Operator | undefined;
  reason?: string;
  /** @throws AppError if this decision is not allowed */
  decide(performer: PerformerRow, site: SiteSettings): PerformerColumns;
  composeMail(recipient: { siteName: string; to: string; url: string }): Mail;
  /** @param key username; the id if there is none */
  getPath(key: string): string;
  notification: { action: string; title: string; message: string };
}

export type DocumentStatus = NonNullable<PerformerRow['idVerificationStatus']>;

/** @throws AppError ENTITY_NOT_FOUND; UNDER_AGE, also if there is no date of birth; CHANGED_ELSEWHERE for an old `revision` */
export const approveDocuments = (
  deps: ReviewDocumentsDeps,
  documents: ReviewedDocuments,
  by?: Operator,
): Promise<void> =>
  reviewDocuments(deps, documents, {
    act: 'creator.approved',
    by,
    decide(performer, site) {
      assertOfAge(performer.dateOfBirth, site, deps.clock.now());
      return {
        verifiedDocument: true,
        verifiedAccount: true,
        rejectionReason: '',
        ...toStatusColumns(performer, 'approved'),
      };
    },
    composeMail: approvedMail,
    getPath: (key) => `/${key}`,
    notification: {
      action: 'documents-approved',
      title: 'Documents approved',
      message: 'Your documents are approved. Fans can find you, and you can publish.',
    },
  });

/** @throws AppError ENTITY_NOT_FOUND; DOCUMENTS_MISSING; CHANGED_ELSEWHERE for an old `revision` */
export const rejectDocuments = (
  deps: ReviewDocumentsDeps,
  documents: ReviewedDocuments,
  reason: string,
  by?: Operator,
): Promise<void> =>
  reviewDocuments(deps, documents, {
    act: 'creator.rejected',
    by,
    reason,
    decide(performer) {
      if (!performer.idVerificationId && !performer.documentVerificationId) {
        throw new AppError('DOCUMENTS_MISSING', { message: 'There are no documents to reject.' });
      }
      return { verifiedDocument: false, rejectionReason: reason, ...toStatusColumns(performer, 'rejected') };
    },
    composeMail: (recipient) => rejectedMail({ ...recipient, reason }),
    getPath: () => '/creator/account?section=documents',
    notification: {
      action: 'documents-rejected',
      title: 'Documents need a change',
      message: `Your documents need a change${reason === '' ? '.' : `: ${reason}`}`,
    },
  });

async function reviewDocuments(
  { db, jobs, env, publisher, events, people, settings, repository }: ReviewDocumentsDeps,
  { username, revision }: ReviewedDocuments,
  { act, by, reason, decide, composeMail, getPath, notification }: Decision,
): Promise<void> {
  const { account, performer } = requireFound(await people.findByKey(username));
  const { id } = requireFound(performer);
  const site = await settings.read();
  await inTransaction(db, async (tx) => {
    const row = requireFound(await repository.lock(id, tx));
    const { name } = requireFound(await people.find(id, tx)).account;
    if (getDocumentRevision(row, name) !== revision) {
      throw new AppError('CHANGED_ELSEWHERE', {
        message:
          'These are not the documents you looked at: others were sent since, or the name or date of birth was changed. Nothing was decided.',
      });
    }
    await repository.update(id, decide(row, site), tx);
    await events.emit(tx, 'documentsReviewed', { performerId: id, ...notification });
    await recordAct(tx, by, { act, subject: { kind: 'creator', id }, details: { revision, reason } });
    // A page that the creator has open then reloads the account.
    tx.afterCommit(() => publisher.publish('account_changed', rooms.account(id)));
    if (!account.email) return;
    const url = `${env.WEB_PUBLIC_URL}${getPath(account.username ?? id)}`;
    const mail = composeMail({ siteName: site.siteName, to: account.email, url });
    await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
  });
}

/** Changes with each document, and with the details to compare it with. Short, because operators type it. */
export const getDocumentRevision = (
  { idVerificationId, documentVerificationId, dateOfBirth }: PerformerRow,
  name: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([idVerificationId, documentVerificationId, dateOfBirth, name]))
    .digest('hex')
    .slice(0, 8);

/** Operators decide on both documents together. A missing document has no status. */
const toStatusColumns = (
  { idVerificationId, documentVerificationId }: PerformerRow,
  status: DocumentStatus,
): PerformerColumns => ({
  idVerificationStatus: idVerificationId === null ? null : status,
  documentVerificationStatus: documentVerificationId === null ? null : status,
});
