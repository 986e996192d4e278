export interface VideoFrame {
  data: Buffer;
  timestamp: number;
  isKey: boolean;
}

export interface VideoConfig {
  codec: 'avc' | 'vp8';
  /** As in RFC 6381. */
  codecString: string;
  width: number;
  height: number;
  /** AVCDecoderConfigurationRecord; absent for VP8. */
  description?: Buffer;
}

/** Reassembles frames from RTP payloads, which must arrive in order. */
export interface Depacketizer {
  /** @returns the frame that this payload completes. */
  add(payload: Buffer, timestamp: number, isMarked: boolean): VideoFrame | null;
  /** A packet is lost: nothing can be decoded before the next key frame. */
  lose(): void;
  /** From the last key frame. */
  readonly config: VideoConfig | null;
}

const SLICE_IDR = 5;
const SPS = 7;
const PPS = 8;
const parameterSets: ReadonlySet<number> = new Set([SPS, PPS]);
const STAP_A = 24;
const FU_A = 28;
/** NAL unit types that decoders do not need: delimiters and filler. */
const ignored: ReadonlySet<number> = new Set([9, 10, 11, 12]);
/** Larger frames are dropped as invalid. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** H.264 in single packets, STAP-A and FU-A. RFC 6184, packetization mode 1. */
export function createH264Depacketizer(): Depacketizer {
  let units: Buffer[] = [];
  let fragments: Buffer[] = [];
  let bytes = 0;
  let current: number | null = null;
  let isBroken = true;
  let [sps, pps]: (Buffer | null)[] = [null, null];
  let config: VideoConfig | null = null;

  const reset = () => {
    [units, fragments, bytes] = [[], [], 0];
  };
  const addUnit = (unit: Buffer) => {
    const type = unit[0]! & 0x1f;
    if (unit.length === 0 || ignored.has(type)) return;
    if (type === SPS) sps = unit;
    if (type === PPS) pps = unit;
    units.push(unit);
  };
  const addAggregate = (payload: Buffer) => {
    for (let at = 1; at + 2 <= payload.length;) {
      const size = payload.readUInt16BE(at);
      if (size === 0 || at + 2 + size > payload.length) return;
      addUnit(payload.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  };
  const addFragment = (payload: Buffer) => {
    if (payload.length < 3) return;
    const [indicator, header] = [payload[0]!, payload[1]!];
    if (header & 0x80) fragments = [Buffer.from([(indicator & 0xe0) | (header & 0x1f)])];
    else if (fragments.length === 0) return;
    fragments.push(payload.subarray(2));
    if (!(header & 0x40)) return;
    addUnit(Buffer.concat(fragments));
    fragments = [];
  };
  const finish = (timestamp: number): VideoFrame | null => {
    const isKey = units.some((unit) => (unit[0]! & 0x1f) === SLICE_IDR);
    const hasPicture = units.some((unit) => (unit[0]! & 0x1f) <= SLICE_IDR);
    // Parameter sets can arrive in a packet of their own, before their frame.
    if (!hasPicture) return null;
    let all = units;
    reset();
    if (isKey && sps && pps) {
      config = describeH264(sps, pps) ?? config;
      isBroken = config === null;
      // A recording has one description, at its start, so each key frame repeats its parameter sets.
      all = [sps, pps, ...all.filter((unit) => !parameterSets.has(unit[0]! & 0x1f))];
    }
    return isBroken ? null : { data: toLengthPrefixed(all), timestamp, isKey };
  };

  return {
    add(payload, timestamp, isMarked) {
      if (payload.length === 0) return null;
      // The last packet of the previous frame was lost.
      if (current !== null && current !== timestamp) reset();
      current = timestamp;
      bytes += payload.length;
      if (bytes > MAX_FRAME_BYTES) {
        reset();
        isBroken = true;
        return null;
      }
      const type = payload[0]! & 0x1f;
      if (type === STAP_A) addAggregate(payload);
      else if (type === FU_A) addFragment(payload);
      else if (type < STAP_A) addUnit(payload);
      return isMarked ? finish(timestamp) : null;
    },
    lose() {
      reset();
      isBroken = true;
    },
    get config() {
      return config;
    },
  };
}

/** NAL units as MP4 stores them. ISO/IEC 14496-15, 5.3.4.2. */
function toLengthPrefixed(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

const toHex = (byte: number): string => byte.toString(16).padStart(2, '0');

function describeH264(sps: Buffer, pps: Buffer): VideoConfig | null {
  const size = readPictureSize(sps);
  if (!size) return null;
  const [profile, constraints, level] = [sps[1]!, sps[2]!, sps[3]!];
  const head = Buffer.from([1, profile, constraints, level, 0xff, 0xe1, sps.length >> 8, sps.length & 0xff]);
  const tail = Buffer.from([1, pps.length >> 8, pps.length & 0xff]);
  // From the High profile on, the record repeats the chroma format. ISO/IEC 14496-15, 5.3.3.1.2.
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
