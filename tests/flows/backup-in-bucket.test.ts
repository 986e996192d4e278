import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from '../../server/env';
import { createStore } from '../../server/media/create-store';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { runBackup } from '../harness/run-backup';
import { startS3Server, type S3Server } from '../harness/s3-server';

let root: string;
let api: ServerProcess;
let s3: S3Server;
beforeAll(async () => {
  await buildApiBundle();
  root = await mkdtemp(path.join(tmpdir(), 'creator-platform-backup-'));
  api = await startApi({ DATA_DIR: at('site') });
  s3 = await startS3Server();
});
afterAll(async () => {
  await api.stop();
  await s3.close();
  await rm(root, { recursive: true, force: true });
});

const at = (name: string) => path.join(root, name);

// Promises W-2.
it('a backup in a bucket is restored like one in a folder, but only with --same-bucket if S3_BUCKET has files of a site', async () => {
  const address = `s3://${s3.env.S3_BUCKET}/backups`;
  const env = { DATA_DIR: at('site'), ...s3.env, BACKUP_KEY: 'a passphrase that nobody knows' };
  expect(await runBackup('backup', `${address}/one`, env)).toMatchObject({ code: 0 });
  const again = await runBackup('backup', `${address}/one`, env);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') });
  expect((await readdir(at('site/tmp')).catch(() => [])).filter((name) => name.startsWith('backup-'))).toEqual([]);

  await createStore(parseEnv(env), 'media').write('ab/cdab/small', Buffer.from('of the site'));
  const drill = await runBackup('restore', `${address}/one`, { ...env, DATA_DIR: at('drill') });
  expect(drill).toMatchObject({ code: 1, output: expect.stringContaining('S3_BUCKET has files of a site') });
  const anew = await runBackup('restore', `${address}/one`, { ...env, DATA_DIR: at('drill') }, '--same-bucket');
  expect(anew).toMatchObject({ code: 0, output: expect.stringContaining('The ledger balances') });
  expect(await readFile(at('drill/secret'))).toEqual(await readFile(at('site/secret')));
}, 360_000);
