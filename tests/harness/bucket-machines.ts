import { buildTestApp, type TestApp } from './build-test-app';
import { startS3Server, type S3Server } from './s3-server';

/** Two machines: folders of their own, and one database and bucket. */
export async function startBucketMachines(): Promise<{
  s3: S3Server;
  app: TestApp;
  other: TestApp;
  close(): Promise<void>;
}> {
  const s3 = await startS3Server();
  const app = await buildTestApp(s3.env);
  const other = await buildTestApp(s3.env, { beside: app });
  return {
    s3,
    app,
    other,
    async close() {
      await other.close();
      await app.close();
      await s3.close();
    },
  };
}
