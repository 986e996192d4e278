import { mkdir, writeFile } from 'node:fs/promises';
import { routes } from '@contract/index';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointName } from '@contract/schemas';
import { listProblems } from '../factories/money';
import { AT_ONCE, buildStage, parallelPlans, type Ask, type Stage } from '../factories/parallel-calls';
import { buildPerformer } from '../factories/performer';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp, type TestCall } from '../harness/build-test-app';
import { encodeCall } from '../harness/encode-call';
import { howBusy } from '../harness/how-busy';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver';

const LIMIT_MS = 3_000;
const POOL = AT_ONCE / 4;
const TABLE = 'test-results/parallel-calls.md';

const served = Object.keys(routes) as EndpointName[];
const planned = Object.keys(parallelPlans) as EndpointName[];

interface Answer {
  status: number;
  ms: number;
  body: { error?: string; data?: unknown };
}

interface Row {
  name: EndpointName;
  median: number;
  max: number;
  answers: Record<string, number>;
}

describe(`R-10: ${AT_ONCE} concurrent calls to every endpoint, with ${POOL} database connections`, () => {
  let app: TestApp;
  let api: ServerProcess;
  let agoraApi: ServerProcess;
  let receiver: WebhookReceiver;
  let stage: Stage;
  let outsiders: { fan: BuiltPerson; creator: BuiltPerson };
  const table: Row[] = [];

  beforeAll(async () => {
    await buildApiBundle();
    // Only prepares data. The test measures a production API on the same database, files and secret.
    app = await buildTestApp();
    receiver = await startWebhookReceiver();
    const { DATA_DIR, DATABASE_URL = '', APP_SECRET, WEB_PUBLIC_URL, API_PUBLIC_URL } = app.context.env;
    const env = {
      DATA_DIR,
      DATABASE_URL,
      APP_SECRET,
      WEB_PUBLIC_URL,
      API_PUBLIC_URL,
      DATABASE_POOL: String(POOL),
      OUTGOING_ALLOW: receiver.host,
      SANDBOX: '1',
    };
    api = await startApi(env);
    agoraApi = await startApi({ ...env, AGORA_APP_ID: 'a'.repeat(32), AGORA_APP_CERTIFICATE: 'b'.repeat(32) });
    stage = await buildStage(app, ask, receiver.url);
    outsiders = { fan: await buildUser(app), creator: await buildPerformer(app) };
    // The first calls to a process are slow: it opens connections and compiles code.
    await Promise.all(Array.from({ length: AT_ONCE }, () => send('getMe', { as: stage.fans[0]?.token })));
  }, 180_000);
  afterAll(async () => {
    await writeTable(table);
    await api.kill();
    await agoraApi.kill();
    await app.close();
    await receiver.close();
  });

  async function send(name: EndpointName, call: TestCall): Promise<Answer> {
    const { url, body, ...request } = await encodeCall(name, call);
    const began = performance.now();
    const payload = typeof body === 'string' ? body : body && new Uint8Array(body);
    const { url: place } = parallelPlans[name]?.needsAgora ? agoraApi : api;
    const reply = await fetch(`${place}${url}`, { ...request, body: payload });
    const text = await reply.text();
    const ms = performance.now() - began;
    return { status: reply.status, ms, body: JSON.parse(text) as Answer['body'] };
  }

  const ask: Ask = async (name, call) => {
    const { status, body } = await send(name, call);
    if (status !== 200) throw new Error(`${name}: ${status} ${body.error}`);
    return body.data as EndpointData<typeof name>;
  };

  const getCalls = async (name: EndpointName): Promise<TestCall[]> => {
    app.clock.set(new Date());
    // Some acts need a login within the last ten minutes, and on a busy machine all plans take longer.
    stage.admin.token = await app.services.session.open(stage.admin.id);
    return (await parallelPlans[name]?.calls(stage)) ?? [];
  };

  /** Makes a valid call of one account as another account of the same kind. Promises A-7. */
  async function tryForeign(name: EndpointName, call: TestCall): Promise<void> {
    const isCreator = [stage.star, ...stage.creators].some(({ token }) => token === call.as);
    const as = (isCreator ? outsiders.creator : outsiders.fan).token;
    const { status, body } = await send(name, { ...call, as });
    const missing = await send(name, { ...withUnknownIds(call), as });
    expect({ name, status, body: said(body) }).toEqual({ name, status: missing.status, body: said(missing.body) });
    expect({ name, isRejected: status >= 400 || areFilters.has(name) }).toEqual({ name, isRejected: true });
  }

  async function tryOnce(name: EndpointName, calls: TestCall[]): Promise<Row> {
    expect(calls).toHaveLength(AT_ONCE);
    const answers = await Promise.all(calls.map((call) => send(name, call)));
    const sorted = answers.map(({ ms }) => Math.round(ms)).toSorted((a, b) => a - b);
    const counted: Row['answers'] = {};
    for (const { status, body } of answers) {
      const said = status === 200 ? '200' : `${status} ${body.error}`;
      counted[said] = (counted[said] ?? 0) + 1;
    }
    return { name, median: sorted[AT_ONCE / 2] ?? 0, max: sorted.at(-1) ?? 0, answers: counted };
  }

  it('are planned for each served endpoint, and for no other', () => {
    expect([...planned].sort()).toEqual([...served].sort());
  });

  it.each(planned)(
    '%s',
    async (name) => {
      const calls = await getCalls(name);
      const [first] = calls;
      if (first && hasPrivateId(name, first, stage)) await tryForeign(name, first);
      let row = await tryOnce(name, calls);
      let limit = LIMIT_MS;
      if (row.max > limit) {
        // A call that waits too long for a connection is slow on an idle machine as well.
        const before = howBusy();
        row = await tryOnce(name, await getCalls(name));
        limit *= Math.max(before, howBusy());
      }
      table.push(row);
      // Every call is valid, so none may be rejected.
      expect(row).toEqual({ ...row, answers: { [parallelPlans[name]?.answer ?? '200']: AT_ONCE } });
      expect({ ...row, isInTime: row.max <= limit }).toEqual({ ...row, isInTime: true });
    },
    120_000,
  );

  it('cause no failure, such as use of the pool inside a transaction, and the ledger balances', async () => {
    const health = (await (await fetch(`${api.url}/health`)).json()) as { failures?: Record<string, number> };
    const { page, ...failures } = health.failures ?? {};
    // The calls include reports of page failures.
    expect(page).toBe(AT_ONCE);
    expect(Object.entries(failures).filter(([, count]) => count > 0)).toEqual([]);
    // Test factories create subscriptions without payments.
    const problems = (await listProblems(app)).filter(({ rule }) => rule !== 'access-is-paid');
    expect(problems).toEqual([]);
  });
});

/** Endpoints that take ids whose existence is no secret. */
const forAll = new Set<EndpointName>([
  // Creators and their public items. Who may not act on them may learn why.
  ...(['followPerformer', 'unfollowPerformer', 'getPerformer', 'tipPerformer', 'subscribePerformer'] as const),
  ...(['createConversation', 'createReport', 'listPhotosOfPerformer'] as const),
  ...(['getFeed', 'getVideo', 'getGallery', 'getProduct', 'getProductDownloadLink', 'votePoll'] as const),
  ...(['buyFeed', 'buyVideo', 'buyGallery', 'buyByCard', 'reserveOrders'] as const),
  ...(['joinStream', 'createStreamAccess', 'buyStream', 'setShowReminder', 'removeShowReminder'] as const),
  ...(['requestPrivateChat', 'joinGroupShow'] as const),
  ...(['createReaction', 'deleteReaction', 'createComment', 'listComments'] as const),
  ...(['updateComment', 'deleteComment', 'getPerformerFeed', 'updateFeed', 'deleteFeed'] as const),
  ...(['getPerformerVideo', 'updateVideo', 'removeVideoFile', 'deleteVideo'] as const),
  ...(['getPerformerGallery', 'updateGallery', 'orderGalleryPhotos', 'deleteGallery'] as const),
  ...([
    'setPhotoCover',
    'updatePhoto',
    'deletePhoto',
    'getPerformerProduct',
    'updateProduct',
    'deleteProduct',
  ] as const),
  ...(['getUser', 'blockUser'] as const),
  // Compatible backends respond with 403 to someone else's address. Wire contract 2.19.
  ...(['updateAddress', 'deleteAddress'] as const),
  ...(['getStreamConversation', 'getPublicStreamConversation', 'listPublicStreamMessages'] as const),
  ...(['sendStreamMessage', 'sendPublicStreamMessage'] as const),
  // The owner comes from the session, not from the body.
  'uploadDocument',
]);
/** These filter the caller's own rows, so an id of another account gives an empty list. */
const areFilters = new Set<EndpointName>(['listPostSales', 'listFanNotes']);

/** Whether a call contains an id whose existence is private. */
const hasPrivateId = (name: EndpointName, call: TestCall, { admin }: Stage): boolean =>
  !forAll.has(name) &&
  (routes[name] as Route).access !== 'public' &&
  call.as !== undefined &&
  call.as !== admin.token &&
  JSON.stringify(withUnknownIds(call)) !== JSON.stringify(call);

function withUnknownIds({ params, query, body, ...call }: TestCall): TestCall {
  const unknown = '5'.repeat(24);
  const replace = <T>(part: T): T =>
    part === undefined ? part : (JSON.parse(JSON.stringify(part).replaceAll(/\b[0-9a-f]{24}\b/g, unknown)) as T);
  return { ...call, params: replace(params), query: replace(query), body: replace(body) };
}

const said = ({ requestId: _id, ...body }: Answer['body'] & { requestId?: string }): object => body;

async function writeTable(rows: readonly Row[]): Promise<void> {
  const lines = rows
    .toSorted((a, b) => b.max - a.max)
    .map(({ name, median, max, answers }) => {
      const said = Object.entries(answers).map(([answer, count]) => `${count} × ${answer}`);
      return `| ${name} | ${median} | ${max} | ${said.join(', ')} |`;
    });
  await mkdir('test-results', { recursive: true });
  const head = ['| Endpoint | Median ms | Max ms | Answers |', '|---|---|---|---|'];
  const busy = `Programs that wanted to run at the end, by processor: ${howBusy().toFixed(1)}.`;
  await writeFile(TABLE, `${[...head, ...lines, '', busy].join('\n')}\n`);
}
