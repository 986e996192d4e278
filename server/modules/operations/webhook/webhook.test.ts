import { asc, eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { cents } from '@contract/base/money';
import { creatorEvents, siteEvents } from '@contract/base/webhook-events';
import { limits } from '@contract/base/limits';
import { inTransaction } from '../../../db/transaction';
import { operatorActs } from '../../../db/schema/operators';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/webhooks';
import { buildOperator, readOwnerEmail, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/harness/webhook-receiver';

let receiver: WebhookReceiver;
let app: TestApp;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await buildTestApp({ OUTGOING_ALLOW: receiver.host });
});
beforeEach(async () => {
  receiver.reply = { status: 204 };
  await app.jobs.drain();
  receiver.received.length = 0;
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const create = ({ token }: BuiltPerson, body: object = {}) =>
  app.call('createWebhookEndpoint', { as: token, body: { url: receiver.url, events: ['tip.received'], ...body } });
const newEndpoint = async (person: BuiltPerson, events: readonly string[] = creatorEvents) =>
  (await create(person, { events })).data;
/** Not by a call, because the log-in ends with the day. */
const listDeliveries = async ({ actor }: BuiltPerson, id: string) =>
  (await app.services.webhook.listDeliveries(actor, id, { limit: 10, offset: 0 })).data;
const readEndpoint = async ({ token }: BuiltPerson) =>
  (await app.call('listWebhookEndpoints', { as: token })).data.data[0];
const tip = ({ token }: BuiltPerson, { id }: BuiltPerson, price = 5) =>
  app.call('tipPerformer', { as: token, params: { id }, body: { price, userNote: 'Thank you' } });
const send = (person: BuiltPerson, id: string) => app.call('testWebhookEndpoint', { as: person.token, params: { id } });
/** Attempts run by hand: the queue of tests ignores when a job should run. */
const attempt = (deliveryId: string, number: number) => app.services.webhook.deliver({ deliveryId, attempt: number });

/** On the clock of tests, as a receiver would. @throws Error for a wrong signature */
function verify(secret: string, index = 0): { type: string; data: Record<string, unknown> } {
  const { headers, body } = receiver.received[index]!;
  const id = String(headers['webhook-id']);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signatures = String(headers['webhook-signature']).split(' ');
  if (!signatures.includes(new Webhook(secret).sign(id, at, body))) throw new Error('wrong signature');
  return JSON.parse(body) as { type: string; data: Record<string, unknown> };
}

describe('webhook endpoints', () => {
  it('belong to creators and to owners of the site, with events of their own', async () => {
    const [creator, owner] = [await buildPerformer(app), await buildOperator(app, 'owner')];
    const list = ({ token }: BuiltPerson) => app.call('listWebhookEndpoints', { as: token });
    expect((await list(creator)).data).toEqual({ data: [], total: 0, events: [...creatorEvents] });
    expect((await list(owner)).data.events).toEqual([...siteEvents]);
    for (const person of [await buildUser(app), await buildOperator(app, 'support')]) {
      expect((await list(person)).status).toBe(403);
      expect((await create(person)).body.error).toBe('FORBIDDEN');
    }
    expect((await create(creator, { events: ['report.filed'] })).body.error).toBe('FORBIDDEN');
    expect((await create(owner, { events: ['tip.received'] })).body.error).toBe('FORBIDDEN');
    expect((await create(creator, { events: [] })).status).toBe(400);
  });

  it('I-5: require a recent log-in to be added or to get a new secret', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    app.clock.advance({ minutes: 10 });
    expect((await create(creator)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    const rotated = await app.call('rotateWebhookSecret', { as: creator.token, params: { id } });
    expect(rotated.body.error).toBe('FRESH_LOGIN_REQUIRED');
  });

  it('are announced to their owner by email, in case somebody else added them', async () => {
    const creator = await buildPerformer(app);
    await newEndpoint(creator);
    await app.jobs.drain();
    const mail = app.mails.findLast(({ to }) => to === creator.account.email);
    expect([mail?.subject, mail?.text]).toEqual([
      'A webhook endpoint was added',
      expect.stringContaining('remove it, set a new password, and log out your other devices'),
    ]);
  });

  it('show the secret once, and store it encrypted', async () => {
    const creator = await buildPerformer(app);
    const { secret } = await newEndpoint(creator);
    expect(secret).toMatch(/^whsec_[\w+/]{32}$/);
    const rows = await app.context.db.select().from(webhookEndpoints);
    expect(JSON.stringify([rows, await readEndpoint(creator)])).not.toContain(secret.slice(6));
  });

  it.each(['http://example.com/', 'https://127.0.0.1/', 'https://10.0.0.8/x', 'https://[::1]/'])(
    'F-6: are not in private networks: %s',
    async (url) => {
      expect((await create(await buildPerformer(app), { url })).body.error).toBe('WEBHOOK_ADDRESS_REFUSED');
    },
  );

  it('F-6: are not reached by a name that leads to this machine', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = (await create(creator, { url: 'https://localhost:1/' })).data;
    expect((await send(creator, id)).data).toMatchObject({ status: 'failed', replyStatus: null });
  });

  it('are at most ten for an account, and nobody else’s', async () => {
    const [creator, other] = [await buildPerformer(app), await buildPerformer(app)];
    const replies = await Promise.all(Array.from({ length: limits.webhookEndpoints + 2 }, () => create(creator)));
    expect(replies.filter(({ body }) => body.error === 'TOO_MANY_WEBHOOKS')).toHaveLength(2);
    const params = { id: (await readEndpoint(creator))?._id ?? '' };
    const as = other.token;
    const statuses = [
      await app.call('updateWebhookEndpoint', { as, params, body: { isOn: false } }),
      await app.call('rotateWebhookSecret', { as, params }),
      await app.call('testWebhookEndpoint', { as, params }),
      await app.call('listWebhookDeliveries', { as, params }),
      await app.call('deleteWebhookEndpoint', { as, params }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    expect((await app.call('deleteWebhookEndpoint', { as: creator.token, params })).data).toEqual({ deleted: true });
  });
});

describe('W-12: the log of operators', () => {
  const listActs = (id: string) =>
    app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, id)).orderBy(asc(operatorActs.seq));

  it('has each change that an owner makes, without secrets and addresses', async () => {
    const owner = await buildOperator(app);
    const as = owner.token;
    const { _id: id, secret } = (await create(owner, { url: `${receiver.url}?token=abc`, events: siteEvents })).data;
    const params = { id };
    await app.call('updateWebhookEndpoint', { as, params, body: { events: ['report.filed'] } });
    const delivery = (await send(owner, id)).data._id;
    await app.call('replayWebhookDelivery', { as, params: { id: delivery } });
    const rotated = (await app.call('rotateWebhookSecret', { as, params })).data.secret;
    await app.call('deleteWebhookEndpoint', { as, params });
    const { host } = receiver;
    const acts = await listActs(id);
    expect(acts.map(({ act, details }) => [act, details])).toEqual([
      ['webhook.added', { host, events: [...siteEvents] }],
      [
        'webhook.changed',
        {
          host,
          before: { status: 'on', events: [...siteEvents] },
          after: { status: 'on', events: ['report.filed'] },
        },
      ],
      ['webhook.tested', { host, delivery }],
      ['webhook.replayed', { host, delivery, event: 'webhook.test' }],
      ['webhook.secret-changed', { host }],
      ['webhook.removed', { host, events: ['report.filed'] }],
    ]);
    expect(acts[0]).toMatchObject({ operatorId: owner.id, role: 'owner', via: 'console', subjectKind: 'webhook' });
    const said = JSON.stringify(acts);
    for (const hidden of [secret.slice(6), rotated.slice(6), 'token=abc']) expect(said).not.toContain(hidden);
  });

  it('has nothing of refused changes, nor of what creators do with their own', async () => {
    const [creator, owner] = [await buildPerformer(app), await buildOperator(app)];
    const { _id: id } = await newEndpoint(creator);
    const params = { id };
    await app.call('updateWebhookEndpoint', { as: creator.token, params, body: { isOn: false } });
    await app.call('rotateWebhookSecret', { as: creator.token, params });
    for (const name of ['rotateWebhookSecret', 'deleteWebhookEndpoint'] as const)
      expect((await app.call(name, { as: owner.token, params })).status).toBe(404);
    await app.call('deleteWebhookEndpoint', { as: creator.token, params });
    const own = (await newEndpoint(owner, siteEvents))._id;
    const wrong = { events: ['tip.received'] };
    const refused = await app.call('updateWebhookEndpoint', { as: owner.token, params: { id: own }, body: wrong });
    expect(refused.status).toBe(403);
    await app.call('deleteWebhookEndpoint', { as: owner.token, params: { id: own } });
    expect(await listActs(id)).toEqual([]);
    expect((await listActs(own)).map(({ act }) => act)).toEqual(['webhook.added', 'webhook.removed']);
  });

  it('refuses former owners, who may neither replay nor change what they added', async () => {
    const owner = await buildOperator(app);
    const { _id: id } = await newEndpoint(owner, siteEvents);
    const delivery = (await send(owner, id)).data._id;
    await runAdmin(app, 'operator', owner.account.email ?? '', 'support');
    const as = owner.token;
    const statuses = [
      await app.call('replayWebhookDelivery', { as, params: { id: delivery } }),
      await app.call('listWebhookDeliveries', { as, params: { id } }),
      await app.call('updateWebhookEndpoint', { as, params: { id }, body: { isOn: true } }),
      await app.call('deleteWebhookEndpoint', { as, params: { id } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404]);
    expect(await runAdmin(app, 'webhook', 'remove', id)).toBe(`${id} was removed.`);
  });

  it('sends former owners nothing that was waiting', async () => {
    const owner = await buildOperator(app);
    const { _id: id } = await newEndpoint(owner, siteEvents);
    const event = { type: 'payout.requested', data: {} } as const;
    await inTransaction(app.context.db, (tx) => app.context.events.emit(tx, 'webhookEvent', event));
    await runAdmin(app, 'operator', owner.account.email ?? '', 'support');
    await app.jobs.drain();
    const rows = await app.context.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id));
    expect(rows).toMatchObject([{ status: 'failed', attempts: 0, replyStatus: null }]);
  });

  it('has the same acts by commands, which print the secret once', async () => {
    const run = (...words: string[]) => runAdmin(app, 'webhook', ...words);
    const url = `${receiver.url}?commands`;
    const added = await run('add', url, 'report.filed');
    const [, id = '', secret = ''] = /^(\w+) was added\.\n.*: (whsec_\S+)$/.exec(added) ?? [];
    const line = `${id}  on  ${url}  ${await readOwnerEmail(app)}  report.filed`;
    expect((await run('list')).split('\n')).toContain(line);
    expect(await run('set', id, 'off')).toBe(`${id} is off: report.filed`);
    expect(await run('set', id, 'on')).toBe(`${id} is on: report.filed`);
    expect(await run('set', id, 'payout.requested')).toBe(`${id} is on: payout.requested`);
    expect(await run('deliveries', id)).toBe('There are no deliveries.');
    const event = { type: 'payout.requested', data: {} } as const;
    await inTransaction(app.context.db, (tx) => app.context.events.emit(tx, 'webhookEvent', event));
    await app.jobs.drain();
    // Other owners listen, too.
    const at = receiver.received.findIndex(({ path }) => path.endsWith('?commands'));
    expect(verify(secret, at).type).toBe('payout.requested');
    const deliveries = await run('deliveries', id);
    expect(deliveries).toMatch(/^\w+  \S+Z  payout\.requested  delivered  204$/);
    expect(await run('replay', deliveries.split(' ')[0] ?? '')).toMatch(/: delivered {2}204$/);
    expect(await run('test', id)).toBe('The test was delivered. Reply: 204');
    expect(await run('rotate', id)).toMatch(/^The secret of \w+, shown only now: whsec_/);
    expect(await run('remove', id)).toBe(`${id} was removed.`);
    await expect(run('remove', id)).rejects.toThrow('There is no webhook endpoint');
    await expect(run('add', receiver.url, 'tip.received')).rejects.toThrow('Not events of the site: tip.received');
    await expect(run('add')).rejects.toThrow('Arguments:');
    expect((await listActs(id)).map(({ act, via }) => `${act} ${via}`)).toEqual([
      'webhook.added command',
      'webhook.changed command',
      'webhook.changed command',
      'webhook.changed command',
      'webhook.replayed command',
      'webhook.tested command',
      'webhook.secret-changed command',
      'webhook.removed command',
    ]);
  });
});

describe('a delivery', () => {
  it('R-6: is signed, and tells a creator of a tip', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app, { wallet: cents(50_00) })];
    const { _id: id, secret } = await newEndpoint(creator);
    expect((await tip(fan, creator)).status).toBe(200);
    await app.jobs.drain();
    expect(receiver.received).toHaveLength(1);
    expect(verify(secret)).toMatchObject({
      type: 'tip.received',
      data: { fanId: fan.id, amount: 5, currency: 'USD', note: 'Thank you' },
    });
    expect(() => verify('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow('wrong signature');
    const [delivery] = await listDeliveries(creator, id);
    expect(delivery).toMatchObject({ event: 'tip.received', status: 'delivered', attempts: 1, replyStatus: 204 });
    expect(receiver.received[0]?.headers).toMatchObject({ 'webhook-id': `msg_${delivery?._id}` });
  });

  it('is not made for a payment that is rolled back', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    const event = { performerId: creator.id, type: 'payout.decided', data: {} } as const;
    const failing = inTransaction(app.context.db, async (tx) => {
      await app.context.events.emit(tx, 'webhookEvent', event);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await app.jobs.drain();
    expect([await listDeliveries(creator, id), receiver.received]).toEqual([[], []]);
  });

  it('reports a message to a creator without its text, and only the kinds of events that they chose', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app, { wallet: cents(50_00) })];
    const { secret } = await newEndpoint(creator, ['message.received']);
    await tip(fan, creator);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const { data } = await app.call('createConversation', {
      as: fan.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    const said = { params: { id: data._id }, body: { type: 'text', text: 'For you alone' } };
    expect((await app.call('sendMessage', { as: fan.token, ...said })).status).toBe(200);
    expect((await app.call('sendMessage', { as: creator.token, ...said })).status).toBe(200);
    await app.jobs.drain();
    expect(receiver.received).toHaveLength(1);
    expect(verify(secret)).toMatchObject({
      type: 'message.received',
      data: { fanId: fan.id, conversationId: data._id },
    });
    expect(receiver.received[0]?.body).not.toContain('For you alone');
  });

  it('reports a report and a payout request to owners of the site, until they lose the role', async () => {
    const [owner, fan, creator] = [await buildOperator(app), await buildUser(app), await buildPerformer(app)];
    const { secret } = await newEndpoint(owner, siteEvents);
    const report = (title: string) =>
      app.call('createReport', {
        as: fan.token,
        body: { target: 'performer', targetId: creator.id, performerId: creator.id, title, description: 'Why' },
      });
    expect((await report('Stolen pictures')).status).toBe(200);
    await app.jobs.drain();
    expect(verify(secret)).toMatchObject({
      type: 'report.filed',
      data: { creatorId: creator.id, title: 'Stolen pictures' },
    });
    await app.services.operator.setRole(owner.account.email ?? '', 'support', {
      id: owner.id,
      role: 'owner',
      via: 'command',
    });
    await report('Again');
    await app.jobs.drain();
    expect(receiver.received).toHaveLength(1);
  });

  it('is repeated after a failure, at most eight times within three days', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    receiver.reply = { status: 500, text: `<b>${'x'.repeat(2_000)}` };
    const first = (await send(creator, id)).data;
    expect(first).toMatchObject({ status: 'waiting', attempts: 1, replyStatus: 500 });
    expect(first.replyText).toHaveLength(500);
    const start = app.clock.now().getTime();
    let next = first.nextAttemptAt;
    for (let number = 2; next !== null; number += 1) {
      app.clock.set(next);
      await attempt(first._id, number);
      next = (await listDeliveries(creator, id))[0]?.nextAttemptAt ?? null;
    }
    expect((await listDeliveries(creator, id))[0]).toMatchObject({ status: 'failed', attempts: 8 });
    const days = (app.clock.now().getTime() - start) / 86_400_000;
    expect([days > 2.9, days < 3.1]).toEqual([true, true]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await attempt(first._id, 9);
    expect(receiver.received).toHaveLength(8);
  });

  it('is not sent twice by a job that runs twice', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app, { wallet: cents(50_00) })];
    const { _id: id } = await newEndpoint(creator);
    await tip(fan, creator);
    await app.jobs.drain();
    const [delivery] = await listDeliveries(creator, id);
    await attempt(delivery?._id ?? '', 1);
    expect(receiver.received).toHaveLength(1);
  });

  it('F-6: never follows a redirect', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    receiver.reply = { status: 307, headers: { location: `http://${receiver.host}/elsewhere` } };
    expect((await send(creator, id)).data).toMatchObject({ status: 'waiting', replyStatus: 307 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it('is replayed with the same id, also after it arrived', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    const { _id: deliveryId } = (await send(creator, id)).data;
    const replay = await app.call('replayWebhookDelivery', { as: creator.token, params: { id: deliveryId } });
    expect(replay.data).toMatchObject({ status: 'delivered', attempts: 2 });
    const [first, second] = receiver.received;
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    const other = await buildPerformer(app);
    const foreign = await app.call('replayWebhookDelivery', { as: other.token, params: { id: deliveryId } });
    expect(foreign.status).toBe(404);
  });

  it('is found again if the process dies while it is replayed', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    const { _id: deliveryId } = (await send(creator, id)).data;
    const readRow = async () =>
      (await app.context.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, deliveryId)))[0];
    let during: Awaited<ReturnType<typeof readRow>>;
    const sending = vi.spyOn(app.context.gateways.outgoing, 'send').mockImplementationOnce(async () => {
      during = await readRow();
      return { status: 204, headers: {}, text: '' };
    });
    await app.call('replayWebhookDelivery', { as: creator.token, params: { id: deliveryId } });
    sending.mockRestore();
    expect(during).toMatchObject({ status: 'waiting', nextAttemptAt: app.clock.now() });
    expect(await readRow()).toMatchObject({ status: 'delivered' });
  });

  it('is signed with the old secret, too, for a day after it changed', async () => {
    const creator = await buildPerformer(app);
    const { _id: id, secret: former } = await newEndpoint(creator);
    const { secret } = (await app.call('rotateWebhookSecret', { as: creator.token, params: { id } })).data;
    await send(creator, id);
    expect([verify(former).type, verify(secret).type]).toEqual(['webhook.test', 'webhook.test']);
    app.clock.advance({ days: 1 });
    const { _id: again } = (await send({ ...creator, token: await app.services.session.open(creator.id) }, id)).data;
    expect(again).toBeDefined();
    expect(() => verify(former, 1)).toThrow('wrong signature');
    expect(verify(secret, 1).type).toBe('webhook.test');
  });
});

describe('an endpoint that fails', () => {
  it('is turned off after five days, with an email; turned on, it replays what it missed', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    receiver.reply = { status: 503 };
    await send(creator, id);
    expect(await readEndpoint(creator)).toMatchObject({ isOn: true, failingSince: app.clock.now().toISOString() });
    app.clock.advance({ days: 5 });
    const as = await app.services.session.open(creator.id);
    const { _id: last } = (await app.call('testWebhookEndpoint', { as, params: { id } })).data;
    const off = await readEndpoint({ ...creator, token: as });
    expect(off).toMatchObject({ isOn: false, offReason: 'failing' });
    await app.jobs.drain();
    expect(app.mails.findLast(({ to }) => to === creator.account.email)?.subject).toMatch(/turned off/);
    const params = { id: last };
    expect((await app.call('replayWebhookDelivery', { as, params })).body.error).toBe('WEBHOOK_OFF');
    receiver.reply = { status: 200, text: 'ok' };
    const on = await app.call('updateWebhookEndpoint', { as, params: { id }, body: { isOn: true } });
    expect(on.data).toMatchObject({ isOn: true, offReason: null, failingSince: null });
    expect((await app.call('replayWebhookDelivery', { as, params })).data).toMatchObject({ status: 'delivered' });
  });

  it('is turned off at once if it says that it is gone', async () => {
    const creator = await buildPerformer(app);
    const { _id: id } = await newEndpoint(creator);
    receiver.reply = { status: 410 };
    await send(creator, id);
    expect(await readEndpoint(creator)).toMatchObject({ isOn: false, offReason: 'gone' });
  });
});

it('keeps deliveries for thirty days, and resumes those whose job was lost', async () => {
  const [creator, fan] = [await buildPerformer(app), await buildUser(app, { wallet: cents(50_00) })];
  const { _id: id } = await newEndpoint(creator);
  receiver.reply = { status: 500 };
  await send(creator, id);
  receiver.reply = { status: 204 };
  app.clock.advance({ hours: 1 });
  await app.services.webhook.recover();
  await app.jobs.drain();
  const token = await app.services.session.open(creator.id);
  expect((await listDeliveries({ ...creator, token }, id))[0]).toMatchObject({ status: 'delivered', attempts: 2 });
  app.clock.advance({ days: 30 });
  await app.services.webhook.sweep();
  expect(await app.context.db.$count(webhookDeliveries, eq(webhookDeliveries.endpointId, id))).toBe(0);
  expect(fan.id).toBeDefined();
});
