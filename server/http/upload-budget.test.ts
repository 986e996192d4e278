import { createDiskRoom } from './disk-room';
import { createUploadBudget } from './upload-budget';

const MB = 1024 * 1024;
const hasRoom = () => true;
const film = { most: 2048 * MB };
const photo = { most: 20 * MB };

it('R-10: films of several accounts leave room for the pictures of others', () => {
  const budget = createUploadBudget({ megabytes: 64, hasRoom });
  const begin = (accountId: string, size: { most: number }) => budget.begin({ accountId, ip: '192.0.2.1' }, size);
  for (const accountId of ['ada', 'bo', 'cy']) begin(accountId, film).add(16 * MB);
  expect(() => begin('di', film).add(MB)).toThrow(expect.objectContaining({ code: 'UPLOADS_FULL' }));
  expect(() => begin('di', photo).add(MB)).not.toThrow();
});

it('R-10: uploads end before the disk is full, its operator hears of it, and they go on once there is room', () => {
  const GB = 1024 * MB;
  let free = 3 * GB;
  let time = 0;
  const reports: Error[] = [];
  const room = createDiskRoom({
    ...{ dir: 'data', now: () => time, onProblem: (error) => void reports.push(error) },
    look: () => ({ all: 500 * GB, free }),
  });
  const budget = createUploadBudget({ megabytes: 64 * 1024, hasRoom: room });
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

it('R-10: a full disk keeps nobody from what brings nothing, such as giving an upload up', () => {
  const budget = createUploadBudget({ megabytes: 64, hasRoom: () => false });
  expect(() => budget.begin({ accountId: 'ada', ip: '192.0.2.1' }, film).end()).not.toThrow();
});

it('R-10: a disk that cannot be looked at keeps nobody from uploading, and its operator hears of it once', () => {
  let time = 0;
  const reports: Error[] = [];
  const hasRoomOn = createDiskRoom({
    ...{ dir: 'data', now: () => time, onProblem: (error) => void reports.push(error) },
    look: () => {
      throw new Error('EIO');
    },
  });
  expect(hasRoomOn(MB)).toBe(true);
  time += 1_000;
  expect(hasRoomOn(MB)).toBe(true);
  expect(reports).toHaveLength(1);
});
