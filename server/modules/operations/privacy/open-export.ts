import type { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { isSessionSentWithLinks } from '../../../media/media-links';
import { linkSeconds } from '../../../media/media-store';
import type { ExportLink } from './export-links';
import { getStoreKey, isDownloadable, type Exports } from './exports';

export interface OpenedExport {
  name: string;
  type: string;
  size: number;
  bytes: Readable;
}

const TYPE = 'application/zip';

/**
 * If web app and API share a host, also requires the owner's session, because browsers then send it along. Promises A-10.
 * @throws AppError FORBIDDEN for an invalid or expired link or another account, UNAUTHORIZED if a required session is missing,
 * ENTITY_NOT_FOUND if the export has been deleted
 */
export async function openExport(
  { env, clock, links, repository, store }: Exports,
  link: ExportLink,
  actor: Pick<Actor, 'id'> | null,
): Promise<OpenedExport | { link: string }> {
  const now = clock.now();
  if (!links.isValid(link, now)) throw new AppError('FORBIDDEN');
  if (!actor && isSessionSentWithLinks(env))
    throw new AppError('UNAUTHORIZED', { message: 'Log in on this device, then download your data again.' });
  const row = requireFound(await repository.find(link.id));
  if (actor && actor.id !== row.accountId) throw new AppError('FORBIDDEN');
  if (!isDownloadable(row, now)) throw new AppError('ENTITY_NOT_FOUND');
  const day = (row.readyAt ?? now).toISOString().slice(0, 10);
  const name = `my-data-${day}.zip`;
  const address = await store.sign(getStoreKey(row.id), {
    mimeType: TYPE,
    disposition: `attachment; filename="${name}"`,
    cacheControl: 'private, no-store',
    seconds: linkSeconds.large,
  });
  return address === null ? { name, type: TYPE, ...(await store.openWhole(getStoreKey(row.id))) } : { link: address };
}
