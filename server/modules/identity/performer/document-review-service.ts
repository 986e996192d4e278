import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { PeopleService } from '../people/people-service';
import { createPerformerRepository } from './performer-repository';
import { approveDocuments, getDocumentRevision, rejectDocuments, type DocumentStatus } from './review-documents';

export interface DocumentsForReview {
  username: string;
  name: string;
  /** ISO date; null if the creator gave none. */
  dateOfBirth: string | null;
  documents: { title: string; mimeType: string; sentAt: Date; status: DocumentStatus; url: string }[];
  /** Identifies exactly these documents. A decision must quote it. */
  revision: string;
}

export type DocumentReviewService = ReturnType<typeof createDocumentReviewService>;

export function createDocumentReviewService(
  context: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'publisher' | 'events'>,
  needs: {
    people: PeopleService;
    settings: SettingsService;
    media: Pick<MediaService, 'find' | 'present'>;
  },
) {
  const deps = { ...context, ...needs, repository: createPerformerRepository(context.db) };
  return {
    approve: (username: string, revision: string, by?: Operator) => approveDocuments(deps, { username, revision }, by),
    reject: (username: string, revision: string, reason: string, by?: Operator) =>
      rejectDocuments(deps, { username, revision }, reason, by),

    /** Logged as an act of the operator. Promises W-5. @throws AppError ENTITY_NOT_FOUND for fans and unknown names */
    async read(username: string, by?: Operator): Promise<DocumentsForReview> {
      const { account, performer } = requireFound(await needs.people.findByKey(username));
      const row = requireFound(performer);
      const { idVerificationId, documentVerificationId, idVerificationStatus, documentVerificationStatus } = row;
      const slots = [
        { title: 'Photo of their ID', id: idVerificationId, status: idVerificationStatus },
        { title: 'Photo of them holding it', id: documentVerificationId, status: documentVerificationStatus },
      ];
      const ids = slots.map(({ id }) => id).filter((id) => id !== null);
      const files = ids.length === 0 ? [] : await needs.media.find(ids);
      const subject = { kind: 'creator', id: account.id } as const;
      await inTransaction(context.db, (tx) =>
        recordAct(tx, by, { act: 'documents.opened', subject, details: { fileIds: ids } }),
      );
      return {
        username: account.username ?? account.id,
        name: account.name,
        dateOfBirth: row.dateOfBirth,
        documents: slots.flatMap(({ title, id, status }) => {
          const file = files.find((one) => one.id === id);
          if (!file) return [];
          // A command has no session, so its link is the creator's own.
          const viewer = by?.via === 'console' ? by : account;
          const { url, mimeType } = needs.media.present(file, { viewer, open: true });
          return {
            title,
            mimeType: mimeType ?? '',
            sentAt: file.createdAt,
            url: url ?? '',
            status: status ?? (row.verifiedDocument ? 'approved' : 'waiting'),
          };
        }),
        revision: getDocumentRevision(row, account.name),
      };
    },
  };
}
