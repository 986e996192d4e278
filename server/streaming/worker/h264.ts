import type { Depacketizer, VideoConfig, VideoFrame } from './depacketizer';
import { describeH264 } from './h264-description';

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
    // Parameter sets can arrive in a packet of their own, before the frame they belong to.
    if (!hasPicture) return null;
    let all = units;
    reset();
    if (isKey && sps && pps) {
      config = describeH264(sps, pps) ?? config;
      isBroken = config === null;
      // A recording has only one description, at its start, so each key frame must repeat its parameter sets.
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

/** Puts NAL units in the form in which MP4 stores them. ISO/IEC 14496-15, 5.3.4.2. */
function toLengthPrefixed(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}
