import type { VideoConfig } from './depacketizer';

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');

export function describeH264(sps: Buffer, pps: Buffer): VideoConfig | null {
  const size = readPictureSize(sps);
  if (!size) return null;
  const [profile, constraints, level] = [sps[1]!, sps[2]!, sps[3]!];
  const head = Buffer.from([1, profile, constraints, level, 0xff, 0xe1, sps.length >> 8, sps.length & 0xff]);
  const tail = Buffer.from([1, pps.length >> 8, pps.length & 0xff]);
  // From the High profile on, the record also has the chroma format. ISO/IEC 14496-15, 5.3.3.1.2.
  const colours = profile >= 100 ? [Buffer.from([0xfd, 0xf8, 0xf8, 0])] : [];
  return {
    codec: 'avc',
    codecString: `avc1.${toHex(profile)}${toHex(constraints)}${toHex(level)}`,
    ...size,
    description: Buffer.concat([head, sps, tail, pps, ...colours]),
  };
}

/** Reads bits and Exp-Golomb numbers. ISO/IEC 14496-10, 9.1. */
function createBitReader(unit: Buffer) {
  // Drops emulation prevention bytes. 7.4.1.1.
  const bytes = unit.filter(
    (byte, index) => !(byte === 3 && index > 1 && unit[index - 1] === 0 && unit[index - 2] === 0),
  );
  let at = 8;
  const bit = (): number => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + bit();
    return value;
  };
  const number = (): number => {
    let zeros = 0;
    while (zeros < 32 && bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + bits(zeros);
  };
  return { bit, bits, number, isOver: () => at > bytes.length * 8 };
}

/** Reads a sequence parameter set; null if it is invalid. ISO/IEC 14496-10, 7.3.2.1.1. */
function readPictureSize(sps: Buffer): { width: number; height: number } | null {
  if (sps.length < 5) return null;
  const read = createBitReader(sps);
  const profile = read.bits(8);
  read.bits(16);
  read.number();
  let chroma = 1;
  if (profile >= 100) {
    chroma = read.number();
    read.number();
    read.number();
    read.bit();
    // Browsers send no scaling lists.
    if (chroma > 2 || read.bit()) return null;
  }
  read.number();
  const order = read.number();
  if (order === 0) read.number();
  else if (order === 1) return null;
  read.number();
  read.bit();
  const columns = read.number() + 1;
  const rows = read.number() + 1;
  const isFrameOnly = read.bit();
  if (!isFrameOnly) read.bit();
  read.bit();
  const crop = read.bit() ? [read.number(), read.number(), read.number(), read.number()] : [0, 0, 0, 0];
  const [left, right, top, bottom] = crop as [number, number, number, number];
  const [unitX, unitY] = [chroma === 0 ? 1 : 2, (chroma === 1 ? 2 : 1) * (2 - isFrameOnly)];
  const width = columns * 16 - (left + right) * unitX;
  const height = rows * 16 * (2 - isFrameOnly) - (top + bottom) * unitY;
  const isSensible = !read.isOver() && width > 0 && height > 0 && width <= 8192 && height <= 8192;
  return isSensible ? { width, height } : null;
}
