import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskRoom, NoDiskRoom, type DiskRoomOptions } from './disk-room';

const MB = 1024 ** 2;
const GB = 1024 * MB;

function setUp(look?: DiskRoomOptions['look']) {
  const seen = { all: 500 * GB, free: 3 * GB };
  const reports: Error[] = [];
  let time = 0;
  const room = createDiskRoom({
    dir: tmpdir(),
    now: () => time,
    onProblem: (error) => void reports.push(error),
    look: look ?? (() => seen),
  });
  return { room, seen, reports, lookAgain: () => (time += 1_000) };
}

it('R-10: counts bytes that were taken since the disk was last read', () => {
  const { room, lookAgain } = setUp();
  const pieces = Array.from({ length: 100 }, () => room.take('upload', 16 * MB));
  expect(pieces.filter(Boolean)).toHaveLength(64);
  lookAgain();
  expect(room.take('upload', 16 * MB)).toBe(true);
});

it('R-10: does not count bytes that were only checked', () => {
  const { room } = setUp();
  for (let index = 0; index < 3; index += 1) expect(room.has('upload', 900 * MB)).toBe(true);
  expect(room.take('upload', 900 * MB)).toBe(true);
  expect(room.has('upload', 900 * MB)).toBe(false);
});

it('R-10: keeps reserved space from others until it is released, even after the disk is read again', () => {
  const { room, seen, lookAgain } = setUp();
  seen.free = 4 * GB;
  const giveBack = room.hold('rendition', 900 * MB, () => 0);
  lookAgain();
  expect(room.take('archive', 1)).toBe(false);
  expect(() => room.hold('rendition', 200 * MB, () => 0)).toThrow(NoDiskRoom);
  giveBack();
  expect(() => room.hold('rendition', 200 * MB, () => 0)).not.toThrow();
});

it('R-10: does not count reserved space twice while it is being written to', () => {
  const { room, seen, lookAgain } = setUp();
  seen.free = 10 * GB;
  let written = 0;
  room.hold('rendition', 6 * GB, () => written);
  written = 5 * GB;
  seen.free -= written;
  lookAgain();
  expect(room.has('upload', 2 * GB)).toBe(true);
  expect(room.has('upload', 2 * GB + 1)).toBe(false);
});

it('R-10: leaves a gigabyte to uploads when background work reserves space', () => {
  const { room, seen } = setUp();
  seen.free = 20 * GB;
  const holdAll = () => {
    for (;;) room.hold('rendition', GB, () => 0);
  };
  expect(holdAll).toThrow(NoDiskRoom);
  expect(room.take('upload', GB)).toBe(true);
});

it('R-10: stops archives before uploads on large and small disks, and reports each once', () => {
  const { room, seen, reports, lookAgain } = setUp();
  for (const [all, free] of [
    [500 * GB, 2.5 * GB],
    [4 * GB, 0.25 * GB],
  ] as const) {
    Object.assign(seen, { all, free });
    lookAgain();
    expect([room.has('archive', MB), room.has('rendition', MB), room.has('upload', MB)]).toEqual([false, false, true]);
  }
  seen.free = 0;
  lookAgain();
  expect([room.has('archive', MB), room.has('upload', MB), room.has('upload', MB)]).toEqual([false, false, false]);
  expect(reports.map(({ message }) => message)).toEqual([
    expect.stringContaining('for 1 MB of archives'),
    expect.stringContaining('for 1 MB of renditions'),
    expect.stringContaining('for 1 MB of uploads'),
  ]);
});

it('R-10: reports a full disk, even after a request that was too large for any disk', () => {
  const { room, seen, reports, lookAgain } = setUp();
  room.has('archive', 150 * GB);
  seen.free = 0;
  lookAgain();
  room.has('archive', 1);
  expect(reports).toHaveLength(2);
});

it('R-10: allows uploads on an unreadable disk, and reports it once', () => {
  const { room, reports, lookAgain } = setUp(() => {
    throw new Error('EIO');
  });
  expect(room.take('upload', MB)).toBe(true);
  lookAgain();
  expect(room.take('upload', MB)).toBe(true);
  expect(reports).toHaveLength(1);
});

it('reads the disk of the given folder', async () => {
  const [room, missing] = [tmpdir(), path.join(tmpdir(), 'missing-disk')].map((dir) => {
    const problems: Error[] = [];
    const onProblem = (error: Error) => void problems.push(error);
    return { ...createDiskRoom({ dir, now: () => Date.now(), onProblem }), dir, problems };
  });
  // Other programs write to the disk between two readings.
  await expect
    .poll(
      () => {
        const { blocks, bavail, bsize } = statfsSync(room!.dir);
        return { read: room!.read(), expected: { all: blocks * bsize, free: bavail * bsize } };
      },
      { timeout: 60_000, interval: 1_100 },
    )
    .toSatisfy(({ read, expected }) => read.all === expected.all && read.free === expected.free);
  missing!.read();
  expect(missing!.problems).toMatchObject([{ cause: { syscall: 'statfs', path: missing!.dir } }]);
});
