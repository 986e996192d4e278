import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { buildPhoto } from '../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { openRaw, writeRequest, type RawConnection, type RawReply } from '../../tests/harness/raw-connection';
import { listen, until } from '../../tests/harness/socket-client';

const KB = 1024;
const MB = 1024 * KB;

let app: TestApp;
let origin: string;
let creator: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp({
    RATE_LIMITS: '1',
    UPLOAD_MB_PER_DAY: '3',
    UPLOAD_MB_AT_ONCE: '64',
    UPLOAD_STALL_SECONDS: '1',
    LOG_LEVEL: 'silent',
  });
  origin = await listen(app);
  creator = await buildPerformer(app);
});
afterAll(() => app.close());

const listArrived = () => readdir(path.join(app.context.env.DATA_DIR, 'tmp')).catch(() => []);

const untilClean = () => until('nothing is left', async () => (await listArrived()).length === 0);

const text = (name: string, value: string) =>
  Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);

const file = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--X\r\nContent-Disposition: form-data; name="${name}"; filename="a.pdf"\r\n\r\n`),
    content,
  ]);

const lineEnd = Buffer.from('\r\n');
const end = Buffer.from('\r\n--X--\r\n');
/** A document of any size, recognized by its first bytes. */
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes, 0x20)]);

/** Opens a form without an announced length, to be sent in pieces. */
function beginForm(target: string, headers: Record<string, string> = {}) {
  const connection: RawConnection = openRaw(origin);
  const type = { 'content-type': 'multipart/form-data; boundary=X', 'transfer-encoding': 'chunked' };
  connection.write(writeRequest(target, { headers: { ...type, ...headers } }));
  const send = (bytes: Buffer) =>
    connection.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, lineEnd]));
  return { connection, send, finish: () => connection.write('0\r\n\r\n') };
}

const getCode = ({ status, body }: RawReply) => [status, (JSON.parse(body) as { error?: string }).error];

const signUp = (ip: string) => beginForm('POST /auth/performers/register', { 'x-forwarded-for': ip });
const fields = [text('username', 'nora'), text('email', 'nora@example.test')];

describe('R-10: the bytes of an upload', () => {
  it('count against the daily quota, even without an announced length', async () => {
    const { connection, send } = beginForm('POST /performers/documents/upload', { authorization: creator.token });
    send(file('idVerification', pdf(2 * MB)));
    // The response comes although the body does not end.
    send(Buffer.alloc(2 * MB, 0x20));
    expect(getCode(await connection.nextReply())).toEqual([429, 'UPLOAD_QUOTA']);
    await connection.closed;
    await untilClean();
  });

  it('are rejected unread if the announced length exceeds the limit of the request', async () => {
    const connection = openRaw(origin);
    const headers = { 'content-type': 'multipart/form-data; boundary=X', 'content-length': String(600 * MB) };
    connection.write(writeRequest('POST /auth/performers/register', { headers }));
    expect(getCode(await connection.nextReply())).toEqual([413, 'Payload Too Large']);
    await connection.closed;
  });

  it('are limited in text fields as in a JSON body', async () => {
    const { connection, send } = signUp('203.0.113.11');
    for (let index = 0; index < 4; index += 1) send(text(`bio${index}`, 'x'.repeat(500 * KB)));
    expect(getCode(await connection.nextReply())).toEqual([413, 'Payload Too Large']);
  });

  it('are rejected, not truncated, if a text field is too long', async () => {
    const { connection, send } = signUp('203.0.113.16');
    send(Buffer.concat([text('bio', 'x'.repeat(1100 * KB)), end]));
    expect(getCode(await connection.nextReply())).toEqual([413, 'Payload Too Large']);
  });

  it('are rejected without being parsed if a field is JSON', async () => {
    const { connection, send } = signUp('203.0.113.17');
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const head = '--X\r\nContent-Disposition: form-data; name="bio"\r\nContent-Type: application/json\r\n\r\n';
    send(Buffer.from(`${head}${nested}`));
    send(end);
    const reply = await connection.nextReply();
    expect(getCode(reply)).toEqual([400, 'Bad Request']);
    expect(reply.body).toContain('bio: must be plain text');
  });

  it('are answered with a 400 if the form is incomplete', async () => {
    const { connection, send, finish } = signUp('203.0.113.18');
    send(text('username', 'nora'));
    send(file('idVerification', pdf(10 * KB)));
    finish();
    expect(getCode(await connection.nextReply())).toEqual([400, 'Bad Request']);
    await untilClean();
  });

  it('are limited per guest, over all the guest’s requests', async () => {
    const guest = '203.0.113.12';
    const first = signUp(guest);
    for (const field of fields) first.send(field);
    first.send(file('idVerification', pdf(300 * KB)));
    await until('it lies there', async () => (await listArrived()).length === 1);
    const second = signUp(guest);
    second.send(file('idVerification', pdf(300 * KB)));
    expect(getCode(await second.connection.nextReply())).toEqual([429, 'UPLOAD_SHARE']);
    const neighbour = signUp('203.0.113.99');
    neighbour.send(file('idVerification', pdf(300 * KB)));
    neighbour.send(end);
    neighbour.finish();
    expect((await neighbour.connection.nextReply()).status).toBe(400);
    // Bytes of an upload whose connection broke no longer count.
    first.connection.socket.destroy();
    await untilClean();
    const third = signUp(guest);
    third.send(file('idVerification', pdf(300 * KB)));
    third.send(end);
    third.finish();
    expect((await third.connection.nextReply()).status).toBe(400);
  });
});

describe('a field with a second file', () => {
  it.each(['idVerification', 'documentVerification'])(
    '%s is rejected before the second file is read',
    async (field) => {
      const { connection, send } = signUp('203.0.113.13');
      send(file(field, pdf(10 * KB)));
      send(Buffer.concat([lineEnd, file(field, pdf(10 * KB))]));
      const reply = await connection.nextReply();
      expect(getCode(reply)).toEqual([400, 'Bad Request']);
      expect(reply.body).toContain(`${field}: only one file can be sent`);
      await untilClean();
    },
  );
});

describe('R-10: a very slow upload', () => {
  it('is rejected because of its average rate, and leaves no file behind', async () => {
    const { connection, send } = signUp('203.0.113.14');
    send(file('idVerification', pdf(10)));
    const feeding = setInterval(() => send(Buffer.alloc(400, 0x20)), 100);
    try {
      expect(getCode(await connection.nextReply())).toEqual([408, 'BODY_TOO_SLOW']);
    } finally {
      clearInterval(feeding);
    }
    await connection.closed;
    await untilClean();
  });
});

describe('a sign-up that requires a captcha', () => {
  beforeAll(() => app.services.settings.write('captchaForms', ['register']));

  it('rejects a file sent before the captcha immediately', async () => {
    const { connection, send } = signUp('203.0.113.15');
    for (const field of fields) send(field);
    send(file('idVerification', pdf(10 * KB)));
    const reply = await connection.nextReply();
    expect(getCode(reply)).toEqual([403, 'CAPTCHA_REQUIRED']);
    expect(await listArrived()).toEqual([]);
    // The client goes on sending, but the server stops reading.
    expect(reply.headers['connection']).toBe('close');
  });

  it('rejects files sent after a wrong captcha', async () => {
    const { connection, send } = signUp('203.0.113.16');
    send(text('captcha', 'x'.repeat(20)));
    send(file('idVerification', pdf(10 * KB)));
    expect(getCode(await connection.nextReply())).toEqual([422, 'CAPTCHA_FAILED']);
    expect(await listArrived()).toEqual([]);
  });

  it('accepts files sent after a solved captcha, which counts for one whole form', async () => {
    const { data } = await app.call('createCaptchaChallenge', {});
    const { solvePuzzle } = await import('@/services/solve-puzzle');
    const captcha = await solvePuzzle(data);
    const photo = { content: await buildPhoto(), name: 'id.jpg' };
    const body = { captcha, password: 'a long password of mine' };
    const signUpAs = (username: string) =>
      app.call('registerPerformer', {
        body: {
          ...body,
          username,
          email: `${username}@example.test`,
          gender: 'female',
          name: 'Nora Lind',
          dateOfBirth: '1990-01-01',
        },
        files: { idVerification: photo, documentVerification: photo },
      });
    expect((await signUpAs('nora')).status).toBe(200);
    const again = await signUpAs('nora2');
    expect([again.status, again.body.error]).toEqual([422, 'CAPTCHA_FAILED']);
  });

  it('rejects a complete form that has neither files nor a captcha', async () => {
    const { connection, send, finish } = signUp('203.0.113.17');
    for (const field of fields) send(field);
    send(Buffer.from('--X--\r\n'));
    finish();
    expect((await connection.nextReply()).status).toBe(400);
  });
});
