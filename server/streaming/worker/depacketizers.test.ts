import { encodePictures } from '../../../tests/factories/media';
import { packetizeH264, type EncodedPicture } from '../../../tests/harness/live-media';
import type { Depacketizer, VideoFrame } from './depacketizer';
import { createH264Depacketizer } from './h264';
import { createVp8Depacketizer } from './vp8';

let pictures: EncodedPicture[];
beforeAll(async () => {
  // Large enough for key frames that span several packets.
  pictures = await encodePictures({ count: 12, keyEvery: 5, width: 640, height: 360 });
});

const addAll = (depacketizer: Depacketizer, payloads: readonly Buffer[], timestamp: number): (VideoFrame | null)[] =>
  payloads.map((payload, index) => depacketizer.add(payload, timestamp, index === payloads.length - 1));

const readUnits = ({ data }: VideoFrame): Buffer[] => {
  const units: Buffer[] = [];
  for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at))
    units.push(data.subarray(at + 4, at + 4 + data.readUInt32BE(at)));
  return units;
};

describe('H264', () => {
  it('reassembles frames from aggregates, fragments and single packets', () => {
    const depacketizer = createH264Depacketizer();
    const frames = pictures.flatMap(({ units }, index) => addAll(depacketizer, packetizeH264(units), index));
    const whole = frames.filter((frame) => frame !== null);
    expect(pictures.some(({ units }) => packetizeH264(units).length > 3)).toBe(true);
    expect(whole.map(({ isKey, timestamp }) => [isKey, timestamp])).toEqual(
      pictures.map(({ isKey }, index) => [isKey, index]),
    );
    expect(whole.map(readUnits)).toEqual(
      pictures.map(({ units }) => {
        const isParameter = (unit: Buffer) => [7, 8].includes(unit[0]! & 0x1f);
        return [...units.filter(isParameter), ...units.filter((unit) => !isParameter(unit))];
      }),
    );
    expect(depacketizer.config).toMatchObject({ codec: 'avc', width: 640, height: 360 });
    expect(depacketizer.config?.codecString).toMatch(/^avc1\.42[0-9a-f]{4}$/);
  });

  it('reads sizes that are not multiples of sixteen', async () => {
    const [first] = await encodePictures({ count: 1, width: 322, height: 182 });
    const depacketizer = createH264Depacketizer();
    addAll(depacketizer, packetizeH264(first!.units), 1);
    expect(depacketizer.config).toMatchObject({ width: 322, height: 182 });
  });

  it('drops frames between a loss and the next key frame', () => {
    const depacketizer = createH264Depacketizer();
    const shown = pictures.map(({ units }, index) => {
      if (index === 2) depacketizer.lose();
      return addAll(depacketizer, packetizeH264(units), index).at(-1) !== null;
    });
    expect(shown.slice(0, 6)).toEqual([true, true, false, false, false, true]);
  });

  it('drops a frame whose last packet is lost', () => {
    const depacketizer = createH264Depacketizer();
    const [key, next] = [packetizeH264(pictures[0]!.units), packetizeH264(pictures[5]!.units)];
    for (const payload of key.slice(0, -1)) depacketizer.add(payload, 1, false);
    const frame = addAll(depacketizer, next, 2).at(-1);
    expect(frame && readUnits(frame).length).toBe(pictures[5]!.units.length);
  });

  it.each([
    ['an empty payload', []],
    ['a truncated aggregate', [24, 0, 9, 1]],
    ['a fragment without a start', [28, 5, 1, 2]],
    ['a fragment without a body', [28]],
    ['invalid parameter sets', [24, 0, 2, 0x67, 1, 0, 2, 0x68, 1, 0, 2, 0x65, 1]],
    ['an unknown NAL unit type', [31, 1, 2]],
  ])('ignores %s', (_what, payload) => {
    expect(createH264Depacketizer().add(Buffer.from(payload), 1, true)).toBeNull();
  });
});

describe('VP8', () => {
  const key = Buffer.concat([Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01]), Buffer.alloc(5, 9)]);
  const delta = Buffer.from([0x11, 1, 2, 3]);

  it('strips descriptors of all lengths and reads the size', () => {
    const depacketizer = createVp8Depacketizer();
    depacketizer.add(Buffer.concat([Buffer.from([0x90, 0xf0, 0x81, 2, 3, 4]), key.subarray(0, 12)]), 1, false);
    const frame = depacketizer.add(Buffer.concat([Buffer.from([0x80, 0x80, 0x01]), key.subarray(12)]), 1, true);
    expect(frame).toEqual({ data: key, timestamp: 1, isKey: true });
    expect(depacketizer.config).toEqual({ codec: 'vp8', codecString: 'vp8', width: 640, height: 360 });
    expect(depacketizer.add(Buffer.concat([Buffer.from([0x10]), delta]), 2, true)).toMatchObject({ isKey: false });
  });

  it('drops frames before the first key frame and after a loss', () => {
    const depacketizer = createVp8Depacketizer();
    const add = (body: Buffer, timestamp: number) =>
      depacketizer.add(Buffer.concat([Buffer.from([0x10]), body]), timestamp, true);
    expect([add(delta, 1), add(key, 2) !== null]).toEqual([null, true]);
    depacketizer.lose();
    expect(add(delta, 3)).toBeNull();
    expect(depacketizer.add(Buffer.from([0x90, 0x80]), 4, true)).toBeNull();
  });
});
