import type { ServerContext } from '../../../context';
import { createMediaLinks, isSessionSentWithLinks, type MediaLinks } from '../../../media/media-links';
import { createMediaWork } from '../../../media/media-process-pool';
import { createStore } from '../../../media/create-store';
import type { FileAccessChecks } from './open-media';
import { createFileClaimRepository } from './file-claim-repository';
import { createSlowAccounts, type FileIntake } from './file-intake';
import type { FilmQuota } from './film-quota';
import { createFileQueue } from './file-queue';
import { createFileRemovalRepository } from './file-removal-repository';
import { createFileScan } from './file-scan';
import type { FileProcessing } from './file-step';
import { createFileWorkRepository } from './file-work-repository';
import { createFileWorker } from './file-worker';
import { createMediaRepository } from './media-repository';
import { getTmpDir } from '../../../lib/tmp-dir';

export type MediaContext = Pick<
  ServerContext,
  'db' | 'disk' | 'clock' | 'jobs' | 'env' | 'gateways' | 'failures' | 'events'
>;

export interface MediaDeps extends FileIntake, FileProcessing {
  links: MediaLinks;
  fileAccess: FileAccessChecks;
  /** @see isSessionSentWithLinks */
  needsSession: boolean;
}

export function createMediaDeps(
  { db, disk, clock, jobs, env, gateways, failures, events }: MediaContext,
  { fileAccess, filmQuota }: { fileAccess: FileAccessChecks; filmQuota: FilmQuota },
): MediaDeps {
  const tmpDir = getTmpDir(env);
  const repository = createMediaRepository(db);
  const store = createStore(env, 'media');
  const work = createMediaWork();
  return {
    db,
    clock,
    events,
    failures,
    repository,
    claims: createFileClaimRepository(db),
    removals: createFileRemovalRepository(db),
    store,
    tmpDir,
    work,
    worker: createFileWorker({ store, work, tmpDir, disk }),
    scan: createFileScan(gateways.malware, db.$failures),
    queue: createFileQueue({ db, jobs, clock }, repository, createFileWorkRepository(db)),
    links: createMediaLinks({
      baseUrl: env.API_PUBLIC_URL,
      secret: env.APP_SECRET,
      now: () => clock.now().getTime(),
    }),
    fileAccess,
    needsSession: isSessionSentWithLinks(env),
    filmQuota,
    slowAccounts: createSlowAccounts(clock),
    slowLooks: createSlowAccounts(clock),
  };
}
