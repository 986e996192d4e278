import type { Depacketizer, VideoConfig } from './depacketizer';

/** VP8. RFC 7741. */
export function createVp8Depacketizer(): Depacketizer {
  let parts: Buffer[] = [];
  let current: number | null = null;
  let isBroken = true;
  let config: VideoConfig | null = null;

  return {
    add(payload, timestamp, isMarked) {
      if (current !== timestamp) parts = [];
      current = timestamp;
      const body = skipDescriptor(payload);
      if (!body) return null;
      if (body.isStart) parts = [body.data];
      else if (parts.length > 0) parts.push(body.data);
      if (!isMarked || parts.length === 0) return null;
      const data = Buffer.concat(parts);
      parts = [];
      const size = readKeyFrameSize(data);
      if (size) {
        config = { codec: 'vp8', codecString: 'vp8', ...size };
        isBroken = false;
      }
      return isBroken ? null : { data, timestamp, isKey: size !== null };
    },
    lose() {
      parts = [];
      isBroken = true;
    },
    get config() {
      return config;
    },
  };
}

/** RFC 7741, 4.2. */
function skipDescriptor(payload: Buffer): { isStart: boolean; data: Buffer } | null {
  if (payload.length < 2) return null;
  const first = payload[0]!;
  let at = 1;
  if (first & 0x80) {
    const extension = payload[at++]!;
    if (extension & 0x80) at += payload[at]! & 0x80 ? 2 : 1;
    if (extension & 0x40) at += 1;
    if (extension & 0x30) at += 1;
  }
  if (at >= payload.length) return null;
  return { isStart: (first & 0x1f) === 0x10, data: payload.subarray(at) };
}

/** Null if the frame is not a key frame. RFC 6386, 9.1. */
function readKeyFrameSize(data: Buffer): { width: number; height: number } | null {
  if (data.length < 10 || data[0]! & 1 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}
