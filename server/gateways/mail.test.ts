import { startSmtpServer, type SmtpServer } from '../../tests/harness/smtp-server';
import { until } from '../../tests/harness/socket-client';
import { MAIL_CONNECTIONS } from '../lib/mail-priority';
import { createMailGateway, type MailGateway } from './mail';

let server: SmtpServer;
let gateway: MailGateway;
/** Accept the mails that the server has received but not accepted yet. */
let held: (() => void)[];

beforeEach(async () => {
  held = [];
  server = await startSmtpServer(0, { take: () => new Promise((resolve) => held.push(resolve)) });
  gateway = openGateway(server.port);
});
afterEach(async () => {
  gateway.close();
  await server.close();
});

const openGateway = (port: number, mostMs?: number) =>
  createMailGateway({
    smtpUrl: `smtp://127.0.0.1:${port}?socketTimeout=600000&idleTimeout=600000`,
    from: 'site@example.test',
    outboxDir: '',
    mostMs,
  });
const send = (to: string, subject = 'Hello', by = gateway) =>
  by.send({ to: `${to}@example.test`, subject, text: 'Hello' });
const arrived = (count: number) => until(`${count} mails`, async () => server.mails.length === count);
const takeAll = () => held.splice(0).forEach((take) => take());
const getSubjects = () => server.mails.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);

describe('mail by SMTP', () => {
  it('reuses a few connections for many mails', async () => {
    const names = Array.from({ length: 2 * MAIL_CONNECTIONS }, (_, index) => `fan${index}`);
    const sent = Promise.all(names.map((name) => send(name)));
    await arrived(MAIL_CONNECTIONS);
    takeAll();
    await arrived(names.length);
    takeAll();
    await sent;
    expect(server.connections.all).toBe(MAIL_CONNECTIONS);
  });

  it('sends mails to one address in order without delaying others', async () => {
    const first = send('ann', 'first');
    await arrived(1);
    const second = send('Ann', 'second');
    const other = send('bea', 'other');
    await arrived(2);
    expect(getSubjects()).toEqual(['first', 'other']);
    takeAll();
    await Promise.all([first, other]);
    await arrived(3);
    takeAll();
    await second;
    expect(getSubjects()).toEqual(['first', 'other', 'second']);
  });

  it('closes its connections when the gateway is closed', async () => {
    const sent = send('ann');
    await arrived(1);
    takeAll();
    await sent;
    expect(server.connections.open).toBe(1);
    gateway.close();
    await until('the connection has ended', async () => server.connections.open === 0);
  });

  // The socket timeout never fires if the server keeps sending.
  it('gives up on a mail that occupies its connection for too long', async () => {
    const hasty = openGateway(server.port, 2_000);
    try {
      const names = Array.from({ length: MAIL_CONNECTIONS }, (_, index) => `fan${index}`);
      const sent = names.map((name) => send(name, 'kept', hasty));
      expect((await Promise.allSettled(sent)).every(({ status }) => status === 'rejected')).toBe(true);
      // All connections were in use, so this mail can only be sent once one of them is free again.
      const next = send('ann', 'next', hasty);
      await until('the next mail has come', async () => getSubjects().includes('next'));
      takeAll();
      await next;
    } finally {
      hasty.close();
    }
  });
});
