import { todoNames } from '@contract/operations/todo-kinds';
import { buildPerformer } from '../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { connect, listen } from '../../tests/harness/socket-client';
import { newId } from '../db/columns';
import { gatewayEvents } from '../db/schema/gateway';
import { payoutRequests } from '../db/schema/payouts';
import { jobParts } from '../lib/site-state';
import { failureKinds } from '../log/failures';
import { webhookResults } from './metric-routes';

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
});
afterEach(() => app.close());

const readText = async () => (await app.http.inject('/metrics')).body;

function parse(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

const readValue = async (name: string, labels: Record<string, string> = {}) =>
  parse(await readText()).find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value;

/** Every value that a label of ours can have. A label of people, paths or names would grow without bound. */
const labelValues: Record<string, Record<string, readonly string[]>> = {
  platform_failures_total: { kind: failureKinds },
  platform_jobs: { state: ['waiting', 'failed'] },
  platform_jobs_due: { part: jobParts },
  platform_jobs_failed: { part: jobParts },
  platform_job_age_seconds: { part: jobParts },
  platform_todos: { kind: todoNames },
  platform_todo_age_seconds: { kind: todoNames },
  platform_database_connections: { state: ['used', 'idle'] },
  platform_webhooks_total: { result: webhookResults },
  platform_request_seconds: { status: ['1xx', '2xx', '3xx', '4xx', '5xx'] },
};

/** Labels of prom-client's own metrics, which Node.js bounds: kinds of collections, memory and handles, and its version. */
const NODE_LABELS = new Set(['kind', 'space', 'type', 'version', 'major', 'minor', 'patch', 'le', 'quantile']);

describe('R-11: the metrics', () => {
  it('say what each counts, and in which unit', async () => {
    const text = await readText();
    const names = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
    const helps = names.map((name) => [name, new RegExp(`^# HELP ${name} (.+)$`, 'm').exec(text)?.[1] ?? ''] as const);
    expect(names.length).toBeGreaterThan(40);
    expect(helps.filter(([, help]) => !/\w{3}/.test(help))).toEqual([]);
    const own = helps.filter(([name]) => name.startsWith('platform_'));
    expect(own.filter(([, help]) => !/^[A-Z].{20,}\.$/.test(help))).toEqual([]);
    expect(own.filter(([name, help]) => name.endsWith('_seconds') && !/seconds/i.test(help))).toEqual([]);
    expect(own.filter(([name, help]) => name.endsWith('_bytes') && !/bytes/i.test(help))).toEqual([]);
  });

  it('have labels with few values, whatever is requested', async () => {
    for (const url of ['/nowhere', `/feeds/${newId()}`, '/webhooks/stripe', '/webhooks/other', '/health'])
      await app.http.inject({ url, method: url.startsWith('/webhooks') ? 'POST' : 'GET' });
    app.context.failures.report('gateway', `reconciliation of ${newId()}`, new Error('x'));
    const used = parse(await readText()).flatMap(({ name, labels }) =>
      Object.entries(labels).map(([label, value]) => ({ name, label, value })),
    );
    const isBounded = ({ name, label, value }: (typeof used)[number]) =>
      name.startsWith('platform_')
        ? label === 'le' || labelValues[name.replace(/_(bucket|sum|count)$/, '')]?.[label]?.includes(value) === true
        : NODE_LABELS.has(label);
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((one) => !isBounded(one))).toEqual([]);
  });

  it('count requests by the class of their status', async () => {
    const before = (await readValue('platform_request_seconds_count', { status: '4xx' })) ?? 0;
    await app.http.inject('/nowhere');
    expect(await readValue('platform_request_seconds_count', { status: '4xx' })).toBe(before + 1);
  });

  it('count webhooks that were refused', async () => {
    expect(await readValue('platform_webhooks_total', { result: 'refused' })).toBe(0);
    await app.http.inject({ url: '/webhooks/stripe', method: 'POST', payload: '{}' });
    expect(await readValue('platform_webhooks_total', { result: 'refused' })).toBe(1);
  });

  it('count sockets that are connected', async () => {
    const url = await listen(app);
    expect(await readValue('platform_sockets')).toBe(0);
    const { socket } = await connect(url);
    expect(await readValue('platform_sockets')).toBe(1);
    socket.close();
  });

  it('show what waits: jobs, payouts, events of the gateway', async () => {
    const creator = await buildPerformer(app);
    const hour = 3_600_000;
    const ago = (hours: number) => new Date(app.clock.now().getTime() - hours * hour);
    const payout = {
      performerId: creator.id,
      amount: 5_000 as never,
      accountType: 'banking' as const,
      accountInfo: {},
    };
    await app.context.db.insert(payoutRequests).values([
      { ...payout, status: 'pending', createdAt: ago(2) },
      { ...payout, status: 'approved', decidedAt: ago(5) },
    ]);
    await app.context.db
      .insert(gatewayEvents)
      .values({ id: 'evt_1', about: 'payment', objectId: 'pi_1', createdAt: ago(1), receivedAt: ago(1) });
    vi.spyOn(app.jobs, 'measure').mockResolvedValue({
      mail: { due: 3, ageSeconds: 700, failed: 1 },
      media: { due: 0, ageSeconds: 0, failed: 0 },
      money: { due: 0, ageSeconds: 0, failed: 0 },
      other: { due: 0, ageSeconds: 0, failed: 0 },
    });
    const series = parse(await readText());
    const find = (name: string, label?: string) =>
      series.find((one) => one.name === name && (!label || Object.values(one.labels).includes(label)))?.value;
    expect(find('platform_job_age_seconds', 'mail')).toBe(700);
    expect(find('platform_jobs_failed', 'mail')).toBe(1);
    expect(find('platform_todos', 'payout')).toBe(1);
    expect(find('platform_todo_age_seconds', 'payout')).toBe(2 * 3600);
    expect(find('platform_payouts_approved')).toBe(1);
    expect(find('platform_payout_age_seconds')).toBe(5 * 3600);
    expect(find('platform_gateway_events')).toBe(1);
    expect(find('platform_gateway_event_age_seconds')).toBe(3600);
  });

  it('leave out what only the database knows while it is away', async () => {
    const away = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    vi.spyOn(app.services.monitor, 'read').mockRejectedValue(away);
    vi.spyOn(app.jobs, 'counts').mockRejectedValue(away);
    const text = await readText();
    expect(text).toContain('platform_disk_free_bytes ');
    expect(parse(text).map(({ name }) => name)).not.toContain('platform_live_shows');
  });
});

describe('GET /health', () => {
  const readParts = async () => (await app.http.inject('/health')).json<{ parts: Record<string, string> }>().parts;

  it('says how each part is', async () => {
    expect(await readParts()).toEqual({
      database: 'ok',
      jobs: 'ok',
      mail: 'ok',
      media: 'ok',
      live: 'ok',
      payments: 'ok',
    });
  });

  it('calls a part slow if its work waits, or if its third party fails', async () => {
    const idle = { due: 0, ageSeconds: 0, failed: 0 };
    vi.spyOn(app.jobs, 'measure').mockResolvedValue({
      mail: { due: 1, ageSeconds: 601, failed: 0 },
      media: idle,
      money: idle,
      other: idle,
    });
    app.context.failures.report('gateway', 'streaming engine', new Error('crashed'));
    expect(await readParts()).toMatchObject({ mail: 'slow', media: 'ok', live: 'slow', payments: 'ok' });
  });

  it('says that all is down without the database, and nothing of the reason inside', async () => {
    vi.spyOn(app.context.db, 'execute').mockRejectedValue(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    const reply = await app.http.inject('/health');
    expect(reply.statusCode).toBe(503);
    expect(reply.json()).toMatchObject({ parts: { database: 'down', payments: 'down' } });
  });
});
