import { createDiskRoom } from '../lib/disk-room';
import { createUploadBudget } from './upload-budget';

const MB = 1024 * 1024;
const disk = { has: () => true, take: () => true };
const onEnd = () => undefined;
const film = { most: 2048 * MB, onEnd };
const photo = { most: 20 * MB, onEnd };
const full = expect.objectContaining({ code: 'UPLOADS_FULL' });

it('R-10: leaves space for images while several accounts upload videos', () => {
  const budget = createUploadBudget({ megabytes: 64, disk });
  const begin = (accountId: string, size: typeof film) => budget.begin({ accountId, ip: '192.0.2.1' }, size);
  for (const accountId of ['ada', 'bo', 'cy']) begin(accountId, film).add(16 * MB);
  expect(() => begin('di', film).add(MB)).toThrow(full);
  expect(() => begin('di', photo).add(MB)).not.toThrow();
});

describe('R-10: a full upload budget', () => {
  let time = 0;
  const now = () => time;
  /** 1 GB for all uploads, of which guests get 64 MB, and each network of guests 8 MB. */
  const getBudget = () => createUploadBudget({ megabytes: 1024, disk, now });
  /** Adds this many bytes per second to each upload. */
  function bring(shares: readonly { add(bytes: number): void }[], rate: number, seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      time += 1_000;
      for (const share of shares) share.add(rate);
    }
  }

  it('ends a guest’s stalled upload to make room for another guest’s, and gives the reason', () => {
    const budget = getBudget();
    const ended: unknown[] = [];
    const holding = Array.from({ length: 64 }, (_, index) =>
      budget.begin({ accountId: null, ip: `198.51.100.${index}` }, { ...photo, onEnd: (why) => void ended.push(why) }),
    );
    const visitor = { accountId: null, ip: '192.0.2.1' };
    bring(holding, MB / 8, 8);
    expect(() => budget.begin(visitor, photo).add(MB)).toThrow(full);
    expect(ended).toEqual([]);
    bring(holding, 0, 1);
    time += 30_000;
    const share = budget.begin(visitor, photo);
    share.add(MB);
    expect(ended).toEqual([full]);
    // The ended upload has freed one megabyte, so the next megabyte ends another one.
    bring([share], MB / 4, 4);
    expect(ended).toHaveLength(2);
    for (const one of [...holding, share]) one.end();
    expect(() => budget.begin(visitor, photo).add(8 * MB)).not.toThrow();
  });

  it('ends no steadily growing video, however large', () => {
    const budget = getBudget();
    const films = ['ada', 'bo', 'cy'].map((accountId) => budget.begin({ accountId, ip: '192.0.2.1' }, film));
    bring(films, MB, 256);
    expect(() => budget.begin({ accountId: 'di', ip: '192.0.2.1' }, film).add(MB)).toThrow(full);
    expect(() => films.forEach((share) => share.add(0))).not.toThrow();
  });

  it('ends no upload for one that does not fit anyway, and none that has no bytes', () => {
    const budget = getBudget();
    const ended: string[] = [];
    const beginFor = (accountId: string, expected = 0) =>
      budget.begin({ accountId, ip: '192.0.2.1' }, { ...film, expected, onEnd: () => void ended.push(accountId) });
    const steady = ['ada', 'bo', 'finn'].map((accountId) => beginFor(accountId));
    const stopped = beginFor('cy');
    beginFor('di');
    bring([...steady, stopped], MB, 50);
    bring(steady, MB, 150);
    expect(() => beginFor('eve', 250 * MB)).toThrow(full);
    expect(ended).toEqual([]);
    expect(() => beginFor('eve', 150 * MB)).not.toThrow();
    expect(ended).toEqual(['cy']);
  });

  it('ends an account’s stalled upload to make room for its next one', () => {
    const budget = getBudget();
    const ada = { accountId: 'ada', ip: '192.0.2.1' };
    bring([budget.begin(ada, film)], 10 * MB, 25);
    time += 30_000;
    const again = budget.begin(ada, film);
    expect(() => bring([again], 10 * MB, 25)).not.toThrow();
  });

  it('limits guests per network, and per wide network to half of the budget of all guests', () => {
    const budget = getBudget();
    const guest = (ip: string) => budget.begin({ accountId: null, ip }, photo);
    const homes = Array.from({ length: 4 }, (_, index) => guest(`2001:db8:1:${index}::1`));
    for (const home of homes) home.add(8 * MB);
    expect(() => homes[0]?.add(1)).toThrow(expect.objectContaining({ code: 'UPLOAD_SHARE' }));
    expect(() => guest('2001:db8:1:9::1').add(1)).toThrow(full);
    expect(() => guest('2001:db8:2:9::1').add(8 * MB)).not.toThrow();
  });
});

it('R-10: rejects uploads before the disk is full, reports it, and accepts them once there is space', () => {
  const GB = 1024 * MB;
  let free = 3 * GB;
  let time = 0;
  const reports: Error[] = [];
  const room = createDiskRoom({
    dir: 'data',
    now: () => time,
    onProblem: (error) => void reports.push(error),
    look: () => ({ all: 500 * GB, free }),
  });
  const budget = createUploadBudget({ megabytes: 64 * 1024, disk: room });
  const share = budget.begin({ accountId: 'ada', ip: '192.0.2.1' }, film);
  share.add(900 * MB);
  free = 2 * GB + 100 * MB;
  time += 1_000;
  expect(() => share.add(200 * MB)).toThrow(expect.objectContaining({ code: 'STORAGE_FULL' }));
  time += 1_000;
  expect(() => share.add(200 * MB)).toThrow(expect.objectContaining({ code: 'STORAGE_FULL' }));
  expect(reports).toHaveLength(1);
  free = 4 * GB;
  time += 1_000;
  expect(() => share.add(200 * MB)).not.toThrow();
  free = 2 * GB;
  time += 1_000;
  expect(() => share.add(1)).toThrow(expect.objectContaining({ code: 'STORAGE_FULL' }));
  expect(reports).toHaveLength(2);
});

it('R-10: allows requests without bytes, such as deleting an upload, on a full disk', () => {
  const full = createDiskRoom({
    dir: 'data',
    now: () => 0,
    onProblem: () => undefined,
    look: () => ({ all: 64 * MB, free: 0 }),
  });
  const budget = createUploadBudget({ megabytes: 64, disk: full });
  expect(() => budget.begin({ accountId: 'ada', ip: '192.0.2.1' }, film).end()).not.toThrow();
});
