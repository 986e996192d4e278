import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ageOn } from '@contract/base/age';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import { findCountryByIp } from '../../../lib/ip-network';
import type { DocumentReviewService } from '../../identity/performer/document-review-service';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createReviewRepository } from './review-repository';

interface ReviewDeps {
  documentReview: Pick<DocumentReviewService, 'read' | 'approve' | 'reject'>;
  media: Pick<MediaService, 'find' | 'openBest'>;
  settings: Pick<SettingsService, 'read'>;
}

/** The queue of creators to review. The decision itself is `documentReview`'s. */
export function createReviewService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { documentReview, media, settings }: ReviewDeps,
) {
  const repository = createReviewRepository(db);

  /** Compares bytes, because the size alone can match by chance. */
  async function listWithSameBytes(own: readonly FileRow[]): Promise<string[]> {
    const candidates = await repository.listSameSize(own);
    if (candidates.length === 0) return [];
    const hashes = new Set(await Promise.all(own.map((file) => hashFile(media, file))));
    const found = await Promise.all(
      candidates.map(async (file) => (hashes.has(await hashFile(media, file)) ? file.ownerId : null)),
    );
    return [...new Set(found.filter((id) => id !== null))];
  }

  return {
    async list(query: EndpointPart<'listCreatorsToReview', 'query'>): Promise<EndpointReply<'listCreatorsToReview'>> {
      const { rows, total } = await repository.listWaiting(query);
      return {
        data: rows.map(({ id, sentAt, ...row }) => ({
          ...row,
          _id: id,
          sentAt: (sentAt ?? clock.now()).toISOString(),
        })),
        total,
      };
    },

    async read(id: string): Promise<EndpointReply<'readCreatorToReview'>> {
      const { account, performer, sentAt, isApproved, isSecondTry, isWaiting } = requireFound(
        await repository.find(id),
      );
      const { dateOfBirth } = performer;
      const [addresses, sameName, { minimumAge }] = await Promise.all([
        repository.listAddresses(id),
        repository.listSameName(id, { firstName: account.firstName, lastName: account.lastName, dateOfBirth }),
        settings.read(),
      ]);
      return {
        _id: id,
        name: account.name,
        username: account.username,
        sentAt: sentAt?.toISOString() ?? null,
        isApproved,
        isSecondTry,
        isWaiting,
        email: account.email,
        verifiedEmail: account.verifiedEmail,
        firstName: account.firstName ?? '',
        lastName: account.lastName ?? '',
        dateOfBirth,
        age: dateOfBirth === null ? null : ageOn(dateOfBirth, clock.now()),
        minimumAge,
        country: account.country ?? '',
        loginCountries: [...new Set(addresses.map(findCountryByIp).filter((code) => code !== null))],
        createdAt: account.createdAt.toISOString(),
        rejectionReason: performer.rejectionReason,
        sameName,
      };
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async open(id: string, by: Operator): Promise<EndpointReply<'openDocuments'>> {
      const { performer } = requireFound(await repository.find(id));
      const { documents, revision } = await documentReview.read(id, by);
      const ids = [performer.idVerificationId, performer.documentVerificationId].filter((one) => one !== null);
      const owners = ids.length === 0 ? [] : await listWithSameBytes(await media.find(ids));
      return {
        documents: documents.map(({ sentAt, ...document }) => ({ ...document, sentAt: sentAt.toISOString() })),
        revision,
        sameDocument: await repository.listLookAlikes(owners),
      };
    },

    /** @throws AppError ENTITY_NOT_FOUND, UNDER_AGE, DOCUMENTS_MISSING, CHANGED_ELSEWHERE */
    async decide(
      id: string,
      { decision, revision, reason }: EndpointPart<'decideCreator', 'body'>,
      by: Operator,
    ): Promise<EndpointReply<'decideCreator'>> {
      if (decision === 'approved') await documentReview.approve(id, revision, by);
      else await documentReview.reject(id, revision, reason, by);
      return { success: true };
    },
  };
}

/** Null if the bytes are lost. */
async function hashFile(media: ReviewDeps['media'], file: FileRow): Promise<string | null> {
  const opened = await media.openBest(file);
  if (!opened) return null;
  const hash = createHash('sha256');
  await pipeline(opened.bytes, hash);
  return hash.digest('hex');
}
