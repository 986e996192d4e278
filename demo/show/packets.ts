/** A frame as H.264 NAL units, without start codes. */
export interface EncodedPicture {
  isKey: boolean;
  units: Buffer[];
}

/** Maximum payload in bytes; small enough for any network. */
const MTU = 1_100;

/** Splits a frame into RTP payloads as browsers do: parameter sets together, large units in fragments. RFC 6184. */
export function packetizeH264(units: readonly Buffer[]): Buffer[] {
  const isParameter = (unit: Buffer) => [7, 8].includes(getType(unit));
  const parameters = units.filter(isParameter);
  const aggregate = parameters.flatMap((unit) => [Buffer.from([unit.length >> 8, unit.length & 0xff]), unit]);
  const rest = units.filter((unit) => !isParameter(unit));
  return [...(parameters.length > 0 ? [Buffer.concat([Buffer.from([24]), ...aggregate])] : []), ...rest.flatMap(split)];
}

const getType = (unit: Buffer): number => (unit[0] ?? 0) & 0x1f;

function split(unit: Buffer): Buffer[] {
  if (unit.length <= MTU) return [unit];
  const [head, type] = [((unit[0] ?? 0) & 0xe0) | 28, getType(unit)];
  const parts: Buffer[] = [];
  for (let at = 1; at < unit.length; at += MTU) {
    const flags = (at === 1 ? 0x80 : 0) | (at + MTU >= unit.length ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.from([head, flags | type]), unit.subarray(at, at + MTU)]));
  }
  return parts;
}

/** Prepends the RTP header. RFC 3550. */
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

/** Splits a byte stream at its start codes. Annex B of ISO/IEC 14496-10. */
export function splitUnits(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let start = -1;
  for (let at = 0; at + 3 <= stream.length; at++) {
    if (stream.readUIntBE(at, 3) !== 1) continue;
    if (start >= 0) units.push(stream.subarray(start, stream[at - 1] === 0 ? at - 1 : at));
    start = at + 3;
  }
  if (start >= 0) units.push(stream.subarray(start));
  return units;
}
