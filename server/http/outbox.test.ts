import path from 'node:path';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { createMailGateway } from '../gateways/mail';
import { createOutboxSms } from '../gateways/sms';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const open = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.http.inject({ url: '/sandbox/outbox', headers: { host: 'api.test', ...headers }, remoteAddress });

describe('GET /sandbox/outbox', () => {
  it('shows mails and texts, newest first, with working links and without scripts', async () => {
    expect((await open()).body).toContain('Nothing was sent yet.');
    const outboxDir = path.join(app.context.env.DATA_DIR, 'outbox');
    const mail = createMailGateway({ outboxDir, from: 'no-reply@web.test' });
    const text = 'Open: http://web.test/x?a=1&b=2\n\n<script>alert(1)</script>';
    await mail.send({ to: 'mira@mail.test', subject: 'Hello <b>', text, html: '<p>x</p>' });
    await createOutboxSms({ outboxDir }).send({ to: '+358451234567', text: '123456 is your code' });
    const { statusCode, body, headers } = await open();
    expect(statusCode).toBe(200);
    expect(body.indexOf('123456')).toBeLessThan(body.indexOf('mira@mail.test'));
    expect(body).toContain('<a href="http://web.test/x?a=1&#38;b=2">');
    expect(body).not.toMatch(/<script|<b>/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect((await app.call('getSettings')).data.sandboxOutboxUrl).toBe('http://api.test/sandbox/outbox');
  });

  it('keeps the order of texts sent within the same millisecond', async () => {
    const sms = createOutboxSms({ outboxDir: path.join(app.context.env.DATA_DIR, 'outbox') });
    const texts = Array.from({ length: 12 }, (_none, index) => `text ${index} of one moment`);
    for (const text of texts) await sms.send({ to: '+358451234567', text });
    const { body } = await open();
    expect(body.match(/text \d+ of one moment/g)).toEqual(texts.toReversed());
  });

  it('returns 404 to requests from other machines', async () => {
    expect((await open({}, '192.0.2.7')).statusCode).toBe(404);
    expect((await open({}, '10.0.0.7')).statusCode).toBe(404);
    expect((await open({ 'x-forwarded-for': '192.0.2.7' })).statusCode).toBe(404);
    expect((await open({ host: 'evil.test' })).statusCode).toBe(404);
  });

  it('returns 404 on a public site', async () => {
    const site = await buildTestApp({ WEB_PUBLIC_URL: 'https://ovela.example' }, { beside: app });
    const reply = await site.http.inject({ url: '/sandbox/outbox', headers: { host: 'api.test' } });
    expect(reply.statusCode).toBe(404);
    expect((await site.call('getSettings')).data.sandboxOutboxUrl).toBe('');
    await site.close();
  });
});
