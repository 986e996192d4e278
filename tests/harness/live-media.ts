export const PICTURES_PER_SECOND = 30;

/** A picture as units of H.264, without start codes. */
export interface EncodedPicture {
  isKey: boolean;
  units: Buffer[];
}

export interface PictureOptions {
  count: number;
  /** Pictures from one key frame to the next. */
  keyEvery?: number;
  width?: number;
  height?: number;
}

/** Bytes of a payload that fit in any network. */
const MTU = 1_100;

/** Payloads of RTP as browsers send them: parameter sets together, large units in fragments. RFC 6184. */
export function packetizeH264(units: readonly Buffer[]): Buffer[] {
  const isParameter = (unit: Buffer) => [7, 8].includes(unit[0]! & 0x1f);
  const parameters = units.filter(isParameter);
  const aggregate = parameters.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);
  const rest = units.filter((unit) => !isParameter(unit));
  return [...(parameters.length > 0 ? [Buffer.concat([Buffer.from([24]), ...aggregate])] : []), ...rest.flatMap(split)];
}

function split(unit: Buffer): Buffer[] {
  if (unit.length <= MTU) return [unit];
  const [head, type] = [(unit[0]! & 0xe0) | 28, unit[0]! & 0x1f];
  const parts: Buffer[] = [];
  for (let at = 1; at < unit.length; at += MTU) {
    const flags = (at === 1 ? 0x80 : 0) | (at + MTU >= unit.length ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.from([head, flags | type]), unit.subarray(at, at + MTU)]));
  }
  return parts;
}

/** A packet of RTP. */
export function writeRtp(
  header: { payloadType: number; sequence: number; timestamp: number; ssrc: number; isMarked: boolean },
  payload: Buffer,
): Buffer {
  const packet = Buffer.alloc(12);
  packet[0] = 0x80;
  packet[1] = (header.isMarked ? 0x80 : 0) | header.payloadType;
  packet.writeUInt16BE(header.sequence & 0xffff, 2);
  packet.writeUInt32BE(header.timestamp >>> 0, 4);
  packet.writeUInt32BE(header.ssrc, 8);
  return Buffer.concat([packet, payload]);
}

/** 20 ms of Opus that sounds like nothing, and decodes. */
export const opusFrame = Buffer.from([0xfc, 0xff, 0xfe]);
