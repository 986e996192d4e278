import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { NoDiskRoom } from '../../../lib/disk-room';
import { composeMail } from '../../../mail/compose-mail';
import { writeArchive } from './export-archive';
import { writeExportContents } from './export-contents';
import type { ExportRow } from './export-repository';
import { getStoreKey, type Exports } from './exports';
import { measureExport, postponeExport } from './request-export';
import { getTmpDir } from '../../../lib/tmp-dir';

const AVAILABLE_MS = 7 * 24 * 3600 * 1000;

/** Called by a job; a second run has no effect. */
export async function makeExport(deps: Exports, exportId: string): Promise<void> {
  const { disk, env, clock, repository, store } = deps;
  const row = await repository.find(exportId);
  if (!row || !(await repository.start(row.id, clock.now()))) return;
  const { bytes } = await measureExport(deps, row);
  if (!disk.has('archive', bytes)) return postponeExport(deps, row);
  const tmpDir = getTmpDir(env);
  await mkdir(tmpDir, { recursive: true });
  const tmpPath = path.join(tmpDir, newId());
  try {
    const size = await writeArchive(
      tmpPath,
      (more) => disk.take('archive', more),
      (writer) => writeExportContents(deps, row.accountId, writer),
    );
    await store.put(getStoreKey(row.id), tmpPath);
    await completeExport(deps, row, size);
  } catch (error) {
    if (!(error instanceof NoDiskRoom)) throw error;
    await postponeExport(deps, row);
  } finally {
    await rm(tmpPath, { force: true });
  }
}

async function completeExport(deps: Exports, row: ExportRow, size: number): Promise<void> {
  const { db, clock, repository, store } = deps;
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + AVAILABLE_MS);
  const removed = await inTransaction(db, async (tx) => {
    if (!(await repository.finish(row.id, { size, readyAt: now, expiresAt }, tx))) {
      // If the export is ready, a concurrent run finished it with this file. Otherwise it was given up, so delete the file.
      return (await repository.find(row.id, tx))?.status === 'ready' ? [] : [row.id];
    }
    await notifyOwner(deps, row, tx);
    return repository.retireOthers(row, tx);
  });
  await store.remove(removed.map(getStoreKey));
}

async function notifyOwner(
  { people, settings, notification, jobs, env }: Exports,
  { accountId }: ExportRow,
  tx: Tx,
): Promise<void> {
  await notification.add(tx, {
    userId: accountId,
    type: 'account',
    action: 'export',
    title: 'Your data is ready',
    message: 'Download it on your account page within seven days.',
  });
  const account = (await people.find(accountId, tx))?.account;
  if (!account?.email) return;
  const { siteName } = await settings.read(tx);
  const page = account.kind === 'performer' ? '/creator/account' : '/user/account';
  const mail = exportReadyMail({ siteName, to: account.email, url: `${env.WEB_PUBLIC_URL}${page}?section=data` });
  await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
}

const exportReadyMail = ({ siteName, to, url }: { siteName: string; to: string; url: string }) =>
  composeMail({
    to,
    siteName,
    subject: `Your data from ${siteName} is ready`,
    paragraphs: [
      'The archive of your data is ready. You can download it for seven days.',
      'The link leads to your account page, where you need to be logged in. If you didn’t ask for this, set a new password right away.',
    ],
    action: { label: 'Go to my data', url },
  });
