import { buildPerformer } from '../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';
import { openRaw, writeRequest, type RawConnection } from '../../../tests/harness/raw-connection';
import { listen } from '../../../tests/harness/socket-client';

const MB = 1024 * 1024;
const PART = 'application/offset+octet-stream';

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await buildTestApp({ UPLOAD_MB_AT_ONCE: '64' });
  origin = await listen(app);
});
afterAll(() => app.close());

async function begin(headers: Record<string, string>, body: Buffer): Promise<RawConnection> {
  const { token } = await buildPerformer(app);
  const metadata = `filename ${Buffer.from('a.mp4').toString('base64')},purpose ${Buffer.from('feed-video').toString('base64')}`;
  const connection = openRaw(origin);
  const shared = { authorization: token, 'tus-resumable': '1.0.0', 'content-type': PART, 'upload-metadata': metadata };
  connection.write(writeRequest('POST /files/uploads', { headers: { ...shared, ...headers } }));
  connection.write(body);
  return connection;
}

/** Uploads a megabyte, which is rejected if the budget is used up. @returns the status */
async function sendMegabyte(): Promise<number> {
  const length = String(MB);
  const connection = await begin({ 'upload-length': length, 'content-length': length }, Buffer.alloc(MB));
  const { status } = await connection.nextReply();
  connection.socket.destroy();
  return status;
}

it.each(['application/json', 'text/plain'])('R-10: rejects a body of type %s without reading it', async (type) => {
  const connection = openRaw(origin);
  const headers = { 'content-type': type, 'tus-resumable': '1.0.0', 'transfer-encoding': 'chunked' };
  connection.write(writeRequest('POST /files/uploads', { headers }));
  // The body never ends, so waiting for it would time out.
  connection.write('5\r\n[1,2,\r\n');
  expect((await connection.nextReply()).status).toBe(415);
  connection.socket.destroy();
});

describe('R-10: the announced length of an upload', () => {
  it('reserves no space until the bytes have arrived', async () => {
    const length = String(16 * MB);
    const waiting: RawConnection[] = [];
    for (let caller = 0; caller < 4; caller += 1)
      waiting.push(await begin({ 'upload-length': length, 'content-length': length }, Buffer.alloc(1000)));
    // Rejected only because zeros are not a video, and only after all of them have arrived.
    expect(await sendMegabyte()).not.toBe(503);
    for (const { socket } of waiting) socket.destroy();
  });

  it.each(['-Infinity', '-1e300', 'NaN', '0x10'])('is rejected if it is not a number of bytes: %s', async (length) => {
    const connection = await begin(
      { 'upload-length': length, 'transfer-encoding': 'chunked' },
      Buffer.from('0\r\n\r\n'),
    );
    expect((await connection.nextReply()).status).toBe(400);
    expect(await sendMegabyte()).not.toBe(503);
  });
});
