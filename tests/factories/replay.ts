import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EndpointData } from '@contract/schemas';
import type { TestApp } from '../harness/build-test-app';
import type { BuiltPerson } from './user';
import { buildShow } from './show';

/** A two-second recording, as the engine delivers it after a session. @returns its path */
export async function addRecording(app: TestApp, sessionId: string, name = 'clip.mp4'): Promise<string> {
  const folder = path.join(app.context.env.DATA_DIR, 'recordings', sessionId);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `show${path.extname(name)}`);
  await copyFile(path.join(__dirname, '../recordings', name), file);
  const mimeType = name.endsWith('.webm') ? 'video/webm' : 'video/mp4';
  app.streaming.addRecording({ sessionId, path: file, mimeType, duration: 2 });
  return file;
}

/** An ended show with a recording that the engine has not delivered yet. */
export async function buildRecordedShow(
  app: TestApp,
  host: BuiltPerson,
  body: object = {},
): Promise<{ _id: string; sessionId: string; file: string }> {
  const { _id, sessionId } = await buildShow(app, host, { isRecorded: true, ...body });
  const file = await addRecording(app, sessionId);
  await app.call('endStream', { as: host.token, params: { id: _id } });
  return { _id, sessionId, file };
}

export async function buildReplay(
  app: TestApp,
  host: BuiltPerson,
  sessionId: string,
): Promise<EndpointData<'getPerformerVideo'>> {
  await app.streaming.end(sessionId);
  await app.jobs.drain();
  const { data } = await app.call('searchPerformerVideos', { as: host.token });
  const [replay] = data.data;
  if (!replay) throw new Error('The recording became no video');
  return replay;
}
