import { acquireTabLock, type TabLock, type TabLockEvent } from './tab-lock';

type Request = { signal: AbortSignal; hold: () => Promise<void>; isHeld?: true };

/** Fakes of the browser's locks and channels; all "tabs" run in this one. */
let lines: Record<string, Request[]> = {};
let channels: Map<string, EventTarget[]>;
const opened: TabLock[] = [];

class FakeChannel extends EventTarget {
  constructor(readonly name: string) {
    super();
    channels.set(name, [...(channels.get(name) ?? []), this]);
  }
  postMessage(): void {
    for (const other of channels.get(this.name) ?? []) if (other !== this) other.dispatchEvent(new Event('message'));
  }
  close(): void {
    channels.set(
      this.name,
      (channels.get(this.name) ?? []).filter((one) => one !== this),
    );
  }
}

function serve(name: string): void {
  const [first] = lines[name] ?? [];
  if (!first || first.isHeld) return;
  first.isHeld = true;
  void first.hold().then(() => {
    lines[name]?.shift();
    serve(name);
  });
}

function request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
  return new Promise((_resolve, reject) => {
    const mine: Request = { signal, hold };
    signal.addEventListener('abort', () => {
      lines[name] = (lines[name] ?? []).filter((one) => one !== mine);
      reject(new Error('aborted'));
    });
    lines[name] = [...(lines[name] ?? []), mine];
    serve(name);
  });
}

const query = async () => ({
  held: Object.entries(lines).flatMap(([name, [first]]) => (first?.isHeld ? [{ name }] : [])),
});

beforeEach(() => {
  vi.useFakeTimers();
  lines = {};
  channels = new Map();
  Object.defineProperty(navigator, 'locks', { value: { request, query }, configurable: true });
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: FakeChannel, configurable: true });
});
afterEach(() => {
  for (const turn of opened.splice(0)) turn.close();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});

function openTab(name = 'draft') {
  const news: TabLockEvent[] = [];
  const turn = acquireTabLock(name, (one) => news.push(one))!;
  opened.push(turn);
  return { news, turn };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('a tab lock is held by one tab at a time, separately for each name', async () => {
  const [first, second, other] = [openTab(), openTab(), openTab('other')];
  await pass(1_000);
  expect([first.news, second.news, other.news]).toEqual([['acquired'], ['taken'], ['acquired']]);
});

it('a reloaded page gets its lock back without reporting it as taken', async () => {
  const before = openTab();
  await pass(0);
  const after = openTab();
  await pass(100);
  before.turn.close();
  await pass(1_000);
  expect(after.news).toEqual(['acquired']);
});

it('a free lock is not reported as taken in a slow browser', async () => {
  const late = (...given: Parameters<typeof request>) =>
    new Promise<void>((resolve, reject) => {
      setTimeout(() => void request(...given).then(resolve, reject), 1_500);
    });
  Object.defineProperty(navigator, 'locks', { value: { request: late, query }, configurable: true });
  const { news } = openTab();
  await pass(3_000);
  expect(news).toEqual(['acquired']);
});

it('a taken lock is acquired when the page that holds it closes', async () => {
  const before = openTab();
  await pass(0);
  const after = openTab();
  await pass(5_000);
  before.turn.close();
  await pass(0);
  expect(after.news).toEqual(['taken', 'acquired']);
});

it('a lock passes to the tab that requests it, and back', async () => {
  const [first, second] = [openTab(), openTab()];
  await pass(1_000);
  second.turn.request();
  await pass(10);
  expect(first.news).toEqual(['acquired', 'requested']);
  first.turn.release();
  await pass(10);
  expect(second.news).toEqual(['taken', 'acquired']);
  first.turn.request();
  await pass(10);
  second.turn.release();
  await pass(10);
  expect(first.news).toEqual(['acquired', 'requested', 'acquired']);
});

it('a requested lock is refused if the other tab keeps it', async () => {
  const [, second] = [openTab(), openTab()];
  await pass(1_000);
  second.turn.request();
  await pass(5_000);
  expect(second.news).toEqual(['taken', 'refused']);
});

it('a tab that starts with `isTaken` does not request the lock', async () => {
  const turn = acquireTabLock('draft', () => expect('news').toBe('none'), { isTaken: true })!;
  opened.push(turn);
  const first = openTab();
  await pass(1_000);
  expect(first.news).toEqual(['acquired']);
});

it('a tab that comes to the front requests the lock again', async () => {
  const [first, second] = [openTab(), openTab()];
  await pass(1_000);
  first.turn.close();
  window.dispatchEvent(new Event('focus'));
  await pass(10);
  expect(second.news).toEqual(['taken', 'acquired']);
});

it('a browser without locks has no tab lock', () => {
  Reflect.deleteProperty(navigator, 'locks');
  expect(acquireTabLock('draft', () => undefined)).toBeUndefined();
});
