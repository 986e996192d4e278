import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { buildPhoto } from '../../tests/factories/media';
import { createMediaWork, type MediaWork, type WorkOptions } from './media-process-pool';
import { defaultLimits } from './work-limits';
import { TooLongForPace, TooLongToWait, UnreadableMedia, WorkInterrupted, type WorkTurn } from './media-tasks';

let dir: string;
let work: MediaWork;
const turn = { account: 'ann', pace: 'atOnce' } as const;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-media-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
afterEach(() => work.close());

/** A worker that, depending on the file's name, does what hostile files could make the real worker do. */
const troubled = `
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const crashes = { crash: () => process.abort(), leave: () => process.exit(1), hang: () => { for (;;); }, killed: kill };
  process.on('message', ({ input }) => {
    const name = input.path.split('/').pop();
    process.send({ type: 'begun' });
    const about = { pid: process.pid, env: Object.keys(process.env) };
    if (name === 'hoard') process.exit(76);
    if (name.startsWith('once') && !require('fs').existsSync(input.path)) {
      require('fs').writeFileSync(input.path, '');
      return name === 'once' ? process.exit(1) : kill();
    }
    process.isWorn ? name === 'worn' && process.abort() : (process.isWorn = true);
    if (name === 'slow') return setInterval(() => process.send({ type: 'alive' }), 20);
    crashes[name]?.();
    const cost = { memoryBytes: 1, cpuMs: name.startsWith('costly') ? 60_000 : 1 };
    if (name === 'costly-bad') return process.send({ type: 'unreadable', reason: 'Bad.', detail: '', ...cost });
    process.send({ type: 'done', output: about, ...cost });
  });`;

async function workTroubled(options: WorkOptions = {}) {
  const entry = path.join(dir, 'troubled.cjs');
  await writeFile(entry, troubled);
  work = createMediaWork({ entry, ...options });
  return (name: string, of: WorkTurn = turn) =>
    work.inspectPicture({ path: path.join(dir, name) }, of) as unknown as Promise<{ pid: number; env: string[] }>;
}

const isAlive = async () =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .some((line) => line.trim().startsWith(`${process.pid} `) && line.includes('troubled'));

describe('processing of untrusted files', () => {
  it.each([
    ['crashes the process', 'crash', "This file can't be read.", {}],
    ['makes it exit', 'leave', "This file can't be read.", {}],
    // Long enough for the good files too, on a machine that may be busy.
    ['makes it hang', 'hang', 'This file takes too long to read.', { silenceMs: 5_000 }],
    ['keeps it busy forever', 'slow', 'This file takes too long to read.', { shortMs: 5_000 }],
    ['takes all memory', 'hoard', 'This file takes too much memory to read.', {}],
  ])('rejects a file that %s, and reads the others', async (_what, name, message, limits) => {
    const readAtOnce = await workTroubled(limits);
    const read = (file: string) => readAtOnce(file, { account: 'ann', pace: 'brief' });
    const [bad, ...good] = await Promise.allSettled([read(name), read('good'), read('also-good'), read('good-too')]);
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'UnreadableMedia', message } });
    expect(good.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
  });

  it.each(['once', 'once-killed'])('retries a file once if its process ended (file name: %s)', async (name) => {
    const read = await workTroubled();
    await expect(read(name)).resolves.toMatchObject({ pid: expect.any(Number) });
  });

  it('retries a file in a new process, not in a reused one', async () => {
    const read = await workTroubled();
    const turns = ['ann', 'ben'].map((account) => ({ ...turn, account }));
    const [first, second] = await Promise.all(turns.map((of) => read('good', of)));
    expect(first?.pid).not.toBe(second?.pid);
    const { pid } = await read('worn');
    expect([first?.pid, second?.pid]).not.toContain(pid);
  });

  it('leaves a video for a later attempt after it has crashed a process', async () => {
    await workTroubled();
    const source = { path: path.join(dir, 'crash'), mimeType: 'video/mp4', workDir: dir, withBlurred: false };
    const made = work.transcodeVideo(source, { account: 'ann', pace: 'brief' });
    await expect(made).rejects.toMatchObject({ name: 'ProcessCrashed' });
  });

  it('R-5: does not blame a file whose process was killed twice from outside', async () => {
    const read = await workTroubled();
    await expect(read('killed')).rejects.toBeInstanceOf(WorkInterrupted);
    await expect(read('good')).resolves.toMatchObject({ pid: expect.any(Number) });
  });

  it('does not blame a file if the server stops', async () => {
    const read = await workTroubled();
    const outcome = read('slow').then(
      () => null,
      (error: unknown) => error,
    );
    while (!(await isAlive())) await new Promise((resolve) => setImmediate(resolve));
    work.close();
    expect(await outcome).toBeInstanceOf(WorkInterrupted);
  });

  it('throws TooLongToWait for an image that takes longer than its sender should wait', async () => {
    await workTroubled({ atOnceMs: 3_000 });
    const source = { path: path.join(dir, 'slow'), withBlurred: false, isPortrait: false };
    await expect(work.renderPicture(source, turn)).rejects.toBeInstanceOf(TooLongToWait);
  });

  it('throws TooLongToWait, but does not report a costly image, if an image’s turn does not come in time', async () => {
    const read = await workTroubled({ atOnceMs: 3_000 });
    const slow = { pace: 'atOnce', isSlow: true, isSecondStep: true } as const;
    const first = read('slow', { ...slow, account: 'mallory' });
    const ended = Promise.allSettled([first]);
    const onCostly = vi.fn();
    const waiting = ['ann', 'ben'].map((account) => read('good', { ...slow, account, onCostly }));
    const hurried = read('good', { ...slow, account: 'guest', maxWaitMs: 20 }).catch(() => 'hurried');
    expect(await Promise.race([hurried, ...waiting])).toBe('hurried');
    for (const outcome of await Promise.allSettled(waiting))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TooLongToWait' } });
    expect(onCostly).not.toHaveBeenCalled();
    work.close();
    expect(await ended).toMatchObject([{ reason: { name: 'WorkInterrupted' } }]);
  });

  it('throws TooLongToWait for an image whose inspection takes too long', async () => {
    const read = await workTroubled({ lookMs: 3_000 });
    await expect(read('slow')).rejects.toBeInstanceOf(TooLongToWait);
    await expect(read('good')).resolves.toMatchObject({ pid: expect.any(Number) });
  });

  it('serves one account while another one sends slow files at every pace', async () => {
    const read = await workTroubled();
    const hostile = [1, 2, 3].map(() => read('slow', { account: 'mallory', pace: 'atOnce' }));
    const long = read('slow', { account: 'mallory', pace: 'lengthy' });
    const ended = Promise.allSettled([...hostile, long]);
    // These succeed although none of the slow tasks has ended.
    for (const pace of ['atOnce', 'brief', 'medium'] as const)
      await expect(read('good', { account: 'ann', pace })).resolves.toMatchObject({ pid: expect.any(Number) });
    work.close();
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  });

  it('keeps a process free for small images while eight accounts send slow ones', async () => {
    const read = await workTroubled();
    const accounts = Array.from({ length: 8 }, (_, index) => `mallory-${index}`);
    let isOneOver = false;
    const send = (account: string) =>
      read('slow', { account, pace: 'atOnce', isSlow: true, isSecondStep: true }).finally(() => (isOneOver = true));
    const ended = Promise.allSettled(accounts.map(send));
    await expect(read('good')).resolves.toMatchObject({ pid: expect.any(Number) });
    expect(isOneOver).toBe(false);
    work.close();
    expect((await ended).map(({ status }) => status)).toEqual(accounts.map(() => 'rejected'));
  });

  it.each([
    ['was made', 'costly', {}, 1],
    ['was rejected', 'costly-bad', {}, 1],
    ['took longer than its sender waits', 'slow', {}, 1],
    ['crashed both processes', 'crash', {}, 2],
    ['was known to be slow', 'costly', { isSlow: true }, 0],
    ['was quick', 'good', {}, 0],
  ])('reports an image that %s as costly as often as expected', async (_what, name, more, times) => {
    const read = await workTroubled({ lookMs: 3_000 });
    const onCostly = vi.fn();
    await read(name, { ...turn, ...more, onCostly }).catch(() => undefined);
    expect(onCostly).toHaveBeenCalledTimes(times);
  });

  describe('with separate processes for inspecting videos', () => {
    const look = (name: string, of: Partial<WorkTurn>) =>
      work.inspectFilm({ path: path.join(dir, name), mimeType: 'audio/mpeg' }, { ...turn, pace: 'look', ...of });
    const tooLong = { status: 'rejected', reason: { name: 'TooLongToWait' } };

    it('throws TooLongToWait for queued and running ones, of which only the latter count as costly', async () => {
      const read = await workTroubled({ lookFilmMs: 5_000, lineMs: 500 });
      const onCostly = vi.fn();
      const ended = Promise.allSettled(['mallory', 'mike'].map((account) => look('slow', { account, onCostly })));
      const waited = await Promise.allSettled([look('good', { account: 'ann', onCostly })]);
      expect(waited).toMatchObject([tooLong]);
      expect(onCostly).not.toHaveBeenCalled();
      await expect(read('good')).resolves.toMatchObject({ pid: expect.any(Number) });
      expect(await ended).toMatchObject([tooLong, tooLong]);
      expect(onCostly).toHaveBeenCalledTimes(2);
    });

    it('keeps a process free for small ones while thirty accounts send large ones', async () => {
      await workTroubled({ lineMs: 120_000, lookFilmMs: 15_000 });
      const mallories = Array.from({ length: 30 }, (_, index) => `mallory ${index}`);
      let isOneOver = false;
      const send = (account: string) => look('slow', { account, isSlow: true }).finally(() => (isOneOver = true));
      const ended = Promise.allSettled(mallories.map(send));
      await expect(look('good', { account: 'ann' })).resolves.toMatchObject({ pid: expect.any(Number) });
      expect(isOneOver).toBe(false);
      work.close();
      expect((await ended).map(({ status }) => status)).toEqual(mallories.map(() => 'rejected'));
    });

    it('reports a costly one, whatever its size', async () => {
      await workTroubled();
      const onCostly = vi.fn();
      await look('costly', { isSlow: true, onCostly });
      await look('good', { onCostly });
      expect(onCostly).toHaveBeenCalledTimes(1);
    });

    it('stops a background inspection that exceeds its estimate while others wait', async () => {
      await workTroubled({ spareLookMs: 300 });
      const isAwaited = async () => true;
      await expect(look('slow', { pace: 'brief', isAwaited })).rejects.toBeInstanceOf(TooLongForPace);
    });
  });

  it('renders a small image before larger ones, even those of accounts without recent work', async () => {
    const read = await workTroubled();
    await read('good', { ...turn, account: 'ann' });
    const order: string[] = [];
    const send = async (account: string, seconds: number) => {
      await read('good', { ...turn, account, seconds });
      order.push(account);
    };
    const others = ['mallory', 'mike', 'moe', 'mo', 'mia'].map((account) => send(account, 0.7));
    await Promise.all([...others, send('ann', 0.01)]);
    // Two others had already started.
    expect(order.slice(0, 3)).toContain('ann');
  });

  it('throws TooLongForPace for work that exceeds its estimate while others wait', async () => {
    await workTroubled({ spareMs: 300 });
    const source = { path: path.join(dir, 'slow'), mimeType: 'video/mp4', workDir: dir, withBlurred: false };
    const isAwaited = vi.fn(async () => true);
    isAwaited.mockResolvedValueOnce(false).mockRejectedValueOnce(new Error('no database'));
    let seconds = 0;
    const onWorked = (more: number) => void (seconds += more);
    const made = work.transcodeVideo(source, { account: 'ann', pace: 'brief', isAwaited, onWorked });
    await expect(made).rejects.toBeInstanceOf(TooLongForPace);
    expect(isAwaited).toHaveBeenCalledTimes(3);
    expect(seconds).toBeGreaterThan(0.3);
  });

  it('charges a file for CPU time, not for clock time', async () => {
    const read = await workTroubled();
    const used: number[] = [];
    const onWorked = (seconds: number) => void used.push(seconds);
    await read('costly', { ...turn, onWorked });
    await read('good', { ...turn, onWorked });
    expect(used).toEqual([60, 0.001]);
  });

  it('runs the second step of an image before it starts another image', async () => {
    await workTroubled();
    const order: string[] = [];
    const step = async (account: string, isSecondStep: boolean) => {
      await work.inspectPicture({ path: path.join(dir, 'good') }, { account, pace: 'medium', isSecondStep });
      order.push(account);
    };
    await Promise.all([step('ann', false), step('ben', false), step('cleo', false), step('ann', true)]);
    expect(order).toEqual(['ann', 'ann', 'ben', 'cleo']);
  });

  it.each([
    // MPEG 2, layer 3, 8 kbit/s at 24 kHz: 24 ms in 24 bytes.
    ['audio/mpeg', [0xff, 0xf3, 0x14, 0xc4], 24],
    // AAC at 44.1 kHz, headers only: 23 ms in 7 bytes.
    ['audio/aac', [0xff, 0xf1, 0x50, 0x80, 0x00, 0xff, 0xfc], 7],
  ])('inspects audio with very many frames while its sender waits (%s)', async (mimeType, head, bytes) => {
    // A busy machine may need longer than the default limit, so the CPU time is compared with that.
    work = createMediaWork({ lookFilmMs: 100_000 });
    let seconds = 0;
    const onWorked = (more: number) => void (seconds += more);
    const frame = Buffer.alloc(bytes);
    frame.set(head);
    const file = path.join(dir, 'frames');
    const look = () => work.inspectFilm({ path: file, mimeType }, { account: 'ann', pace: 'look', onWorked });
    await writeFile(file, Buffer.alloc(bytes * 700_000, frame));
    await expect(look()).rejects.toThrow('It is longer than 4 hours.');
    expect(seconds).toBeGreaterThan(0);
    expect(seconds * 1000).toBeLessThan(defaultLimits.lookFilmMs);
    // An accepted file is as long as its frames together.
    await writeFile(file, Buffer.alloc(bytes * 1_000, frame));
    expect((await look()).duration).toBeCloseTo(mimeType === 'audio/mpeg' ? 24 : 23.22, 1);
  });

  it('gives the process no secrets, and reuses it for the next file', async () => {
    const read = await workTroubled();
    const [first, second] = [await read('good'), await read('also-good')];
    expect(first.env.filter((name) => !/^(NODE_|PWD|SHLVL|_)/.test(name))).toEqual([]);
    expect(second.pid).toBe(first.pid);
  });

  it('runs the process at a lower priority than the API', async () => {
    work = createMediaWork();
    const file = path.join(dir, 'calm.jpg');
    await writeFile(file, await buildPhoto());
    await work.inspectPicture({ path: file }, turn);
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
    const ours = processes
      .map((line) => line.trim().split(/\s+/))
      .filter(([, parent]) => Number(parent) === process.pid);
    const workers = ours.filter((words) => words.join(' ').includes('media'));
    expect(workers).toHaveLength(1);
    expect(getPriority(Number(workers[0]?.[0]))).toBeGreaterThan(getPriority(process.pid));
  });

  it('reads files in the real worker process', async () => {
    work = createMediaWork();
    const file = path.join(dir, 'photo.jpg');
    await writeFile(file, await buildPhoto());
    expect(await work.inspectPicture({ path: file }, turn)).toEqual({
      width: 600,
      height: 900,
      pixels: 540_000,
      frames: 1,
      isHeif: false,
    });
    await writeFile(file, 'nothing to see');
    await expect(work.inspectPicture({ path: file }, turn)).rejects.toBeInstanceOf(UnreadableMedia);
  });
});
