import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { priorityOf } from '../../../lib/priority-of';
import { NoDiskRoom } from '../../../lib/disk-room';
import { createSigner, isSessionSentWithLinks } from '../../../media/media-links';
import { createDiskStore } from '../../../media/media-store';
import type { MediaService } from '../../site/media/media-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { writeArchive, type ArchiveWriter } from './export-archive';
import { createExportContents } from './export-contents';
import { createExportRepository, type ExportRow } from './export-repository';
import { composeMail } from '../../../mail/compose-mail';

const DAY_MS = 24 * 3600 * 1000;
/** How long an archive can be downloaded. */
const KEPT_MS = 7 * DAY_MS;
/** Milliseconds after the begin of a try after which nobody is at work on it any more, tries again included. */
const GIVEN_UP_MS = 4 * 3600 * 1000;
/** Milliseconds that one may wait in line: no job waits for longer. */
const LOST_MS = 3 * DAY_MS;
/** Files looked at in one step. */
const SWEPT_AT_A_TIME = 1_000;

const MEGABYTE = 1024 * 1024;
/** Bytes of uploads above which an archive takes so long that it stands before no small one. */
const LARGE_BYTES = 1024 * MEGABYTE;
/** Milliseconds after which an archive that the disk had no room for is tried again. */
const PUT_OFF_MS = 15 * 60 * 1000;

/** Milliseconds a link works: long enough to press it, and for a download that is taken up again. */
const LIFE_MS = 15 * 60 * 1000;

type ExportView = EndpointReply<'requestDataExport'>['export'];

/** An archive that may be sent. */
export interface OpenedExport {
  name: string;
  size: number;
  bytes: Readable;
}

/** Archives of all that belongs to a person, made in the background when they ask. Promises W-4. */
export function createExportService(
  { db, disk, env, jobs, clock }: Pick<ServerContext, 'db' | 'disk' | 'env' | 'jobs' | 'clock'>,
  needs: {
    people: PeopleService;
    media: MediaService;
    notification: NotificationService;
    session: SessionService;
    settings: SettingsService;
  },
) {
  const repository = createExportRepository(db);
  const contents = createExportContents(db, needs);
  const needsSession = isSessionSentWithLinks(env);
  const links = createExportLinks({ baseUrl: env.API_PUBLIC_URL, secret: env.APP_SECRET });
  const store = createDiskStore(path.join(env.DATA_DIR, 'exports'));
  const tmpDir = path.join(env.DATA_DIR, 'tmp');
  const keyOf = (id: string) => `${id}.zip`;
  /** Also of one that is not whole yet. */
  const idOf = (key: string) => key.split('.')[0] ?? '';
  const isOpen = (row: ExportRow) => row.status === 'ready' && row.expiresAt !== null && row.expiresAt > clock.now();

  function present(row: ExportRow): ExportView {
    const open = isOpen(row);
    return {
      _id: row.id,
      status: row.status === 'ready' && !open ? 'expired' : row.status,
      createdAt: row.createdAt.toISOString(),
      readyAt: row.readyAt?.toISOString() ?? null,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      size: row.size,
      url: open ? links.sign(row.id, clock.now()) : null,
    };
  }

  const measure = (row: ExportRow, tx?: Tx) =>
    repository.measure(row.accountId, new Date(clock.now().getTime() - DAY_MS), tx);

  /** Puts it in line: behind accounts that asked for fewer today, and of those that are even the smaller is next. */
  async function addJob(row: ExportRow, tx: Tx, runAt?: Date): Promise<void> {
    const { bytes, recent } = await measure(row, tx);
    const queue = bytes > LARGE_BYTES ? 'export-large-data' : 'export-data';
    const priority = priorityOf(recent, bytes / MEGABYTE);
    await jobs.send(queue, { exportId: row.id }, { tx, priority, ...(runAt && { runAt }) });
  }

  /** Has an archive that the disk has no room for made later. */
  const putOff = (row: ExportRow): Promise<void> =>
    inTransaction(db, async (tx) => {
      const runAt = new Date(clock.now().getTime() + PUT_OFF_MS);
      if (await repository.putOff(row.id, tx)) await addJob(row, tx, runAt);
    });

  async function tell(row: ExportRow, size: number): Promise<void> {
    const account = (await needs.people.find(row.accountId))?.account;
    const { siteName } = await needs.settings.read();
    const now = clock.now();
    const removed = await inTransaction(db, async (tx) => {
      const expiresAt = new Date(now.getTime() + KEPT_MS);
      if (!(await repository.finish(row.id, { size, readyAt: now, expiresAt }, tx))) {
        // Made twice at the same time: the bytes are those of the one that is ready. Else nobody wants them any more.
        return (await repository.find(row.id, tx))?.status === 'ready' ? [] : [row.id];
      }
      await needs.notification.add(tx, {
        userId: row.accountId,
        type: 'account',
        action: 'export',
        title: 'Your data is ready',
        message: 'Download it on your account page within seven days.',
      });
      if (account?.email) {
        const page = account.kind === 'performer' ? '/creator/account' : '/user/account';
        const mail = exportReadyMail({ siteName, to: account.email, url: `${env.WEB_PUBLIC_URL}${page}?section=data` });
        await jobs.send('send-mail', mail, { tx });
      }
      return repository.retireOthers(row, tx);
    });
    await store.remove(removed.map(keyOf));
  }

  /** Removes those of them that no row has bytes for: a process that dies leaves some. */
  async function removeUnnamed(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += SWEPT_AT_A_TIME) {
      const some = keys.slice(from, from + SWEPT_AT_A_TIME);
      const kept = new Set(await repository.listKept(some.map(idOf)));
      await store.remove(some.filter((key) => !kept.has(idOf(key))));
    }
  }

  return {
    /** The newest archive, if there is one. */
    async read(actor: Actor): Promise<EndpointReply<'getDataExport'>> {
      const row = await repository.findNewest(actor.id);
      return { export: row && present(row) };
    },

    /** Has an archive made, one at a time. @throws AppError FRESH_LOGIN_REQUIRED, EXPORT_RUNNING */
    async request(actor: Actor): Promise<EndpointReply<'requestDataExport'>> {
      await needs.session.assertFresh(actor);
      const now = clock.now();
      const row = await inTransaction(db, async (tx) => {
        await needs.session.lockOwn(actor, tx);
        const stored = await repository.insert({ id: newId(now.getTime()), accountId: actor.id, createdAt: now }, tx);
        await addJob(stored, tx);
        return stored;
      });
      return { export: present(row) };
    },

    /**
     * Makes the archive and tells its owner, or puts it off while the disk has no room. A job does so; what runs twice makes it
     * once.
     */
    async make(exportId: string): Promise<void> {
      const row = await repository.find(exportId);
      if (!row || !(await repository.start(row.id, clock.now()))) return;
      if (!disk.has('archive', (await measure(row)).bytes)) return putOff(row);
      await mkdir(tmpDir, { recursive: true });
      const tmpPath = path.join(tmpDir, newId());
      try {
        const takeRoom = (bytes: number) => disk.take('archive', bytes);
        const fill = (writer: ArchiveWriter) => contents.write(row.accountId, writer, clock.now());
        const size = await writeArchive(tmpPath, takeRoom, fill);
        await store.put(keyOf(row.id), tmpPath);
        await tell(row, size);
      } catch (error) {
        if (!(error instanceof NoDiskRoom)) throw error;
        await putOff(row);
      } finally {
        await rm(tmpPath, { force: true });
      }
    },

    /**
     * Answers a link to an archive, which needs its owner's session where browsers can send one. Promises A-10.
     *
     * @param actor account of the session that came along; null when there was none.
     * @throws AppError FORBIDDEN for a bad or old link or another account, UNAUTHORIZED without a session where one is needed,
     * ENTITY_NOT_FOUND once the archive was deleted.
     */
    async open(
      link: { id: string; expires: number; signature: string },
      actor: Pick<Actor, 'id'> | null,
    ): Promise<OpenedExport> {
      const now = clock.now();
      if (!links.isValid(link, now)) throw new AppError('FORBIDDEN');
      if (!actor && needsSession)
        throw new AppError('UNAUTHORIZED', { message: 'Log in on this device, then download your data again.' });
      const row = requireFound(await repository.find(link.id));
      if (actor && actor.id !== row.accountId) throw new AppError('FORBIDDEN');
      if (!isOpen(row)) throw new AppError('ENTITY_NOT_FOUND');
      const day = (row.readyAt ?? now).toISOString().slice(0, 10);
      return { name: `my-data-${day}.zip`, ...(await store.openWhole(keyOf(row.id))) };
    },

    /** Deletes archives whose time is over, gives up those that nobody works on, and clears away what is left of any. */
    async sweep(): Promise<void> {
      const now = clock.now().getTime();
      await repository.expire(new Date(now));
      await repository.giveUp({
        startedBefore: new Date(now - GIVEN_UP_MS),
        createdBefore: new Date(now - LOST_MS),
      });
      // Asked before the rows: one that is put meanwhile is not among them.
      await removeUnnamed(await store.list());
    },

    /** Deletes all archives of an account. */
    async removeOf(accountId: string): Promise<void> {
      await store.remove((await repository.removeOf(accountId)).map(keyOf));
    },
  };
}

const exportReadyMail = (mail: { siteName: string; to: string; url: string }) =>
  composeMail({
    to: mail.to,
    siteName: mail.siteName,
    subject: `Your data from ${mail.siteName} is ready`,
    paragraphs: [
      'The archive of your data is ready. You can download it for seven days.',
      'The link leads to your account page, where you need to be logged in. If you didn’t ask for this, set a new password right away.',
    ],
    action: { label: 'Go to my data', url: mail.url },
  });

/** Addresses of archives: made for their owner on each look, sealed, and short-lived. */
function createExportLinks(options: { baseUrl: string; secret: string }) {
  const { seal, isSealed } = createSigner(options.secret, 'export-link');
  return {
    sign(id: string, now: Date): string {
      const expires = Math.floor((now.getTime() + LIFE_MS) / 1000);
      return `${options.baseUrl}/exports/${id}/download?e=${expires}&s=${seal(id, expires)}`;
    },

    isValid: ({ id, expires, signature }: { id: string; expires: number; signature: string }, now: Date): boolean =>
      expires * 1000 > now.getTime() && isSealed(signature, id, expires),
  };
}
