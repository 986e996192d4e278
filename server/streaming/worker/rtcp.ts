/** The part of RTCP that browsers use. RFC 3550 section 6, RFC 4585, draft-alvestrand-rmcat-remb. */
const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const NACK = 1;
const PLI = 1;
const FIR = 4;
const APPLICATION = 15;
/** SSRC of our own reports; no media is sent under it. */
const OWN_SSRC = 1;

export interface SenderReport {
  type: 'senderReport';
  ssrc: number;
  /** NTP time as 64 bits, and in seconds. */
  ntp: bigint;
  seconds: number;
  timestamp: number;
  packets: number;
  octets: number;
}

export type RtcpMessage = SenderReport | { type: 'keyframeRequest' } | { type: 'nack'; sequences: number[] };

/** Reads the messages of a compound packet that we act on; skips unknown and truncated ones. */
export function readRtcp(packet: Buffer): RtcpMessage[] {
  const messages: RtcpMessage[] = [];
  for (let at = 0; at + 4 <= packet.length;) {
    const size = (packet.readUInt16BE(at + 2) + 1) * 4;
    if (at + size > packet.length) break;
    const message = readMessage(packet.subarray(at, at + size));
    if (message) messages.push(message);
    at += size;
  }
  return messages;
}

function readMessage(part: Buffer): RtcpMessage | null {
  const [format, type] = [part[0]! & 0x1f, part[1]!];
  if (type === SENDER_REPORT && part.length >= 28) return readSenderReport(part);
  if (type === PAYLOAD_FEEDBACK && (format === PLI || format === FIR)) return { type: 'keyframeRequest' };
  if (type === TRANSPORT_FEEDBACK && format === NACK) return { type: 'nack', sequences: readNack(part) };
  return null;
}

function readSenderReport(part: Buffer): SenderReport {
  return {
    type: 'senderReport',
    ssrc: part.readUInt32BE(4),
    ntp: part.readBigUInt64BE(8),
    seconds: part.readUInt32BE(8) + part.readUInt32BE(12) / 2 ** 32,
    timestamp: part.readUInt32BE(16),
    packets: part.readUInt32BE(20),
    octets: part.readUInt32BE(24),
  };
}

/** Pairs of a sequence number and a bitmask of the next sixteen. RFC 4585, 6.2.1. */
function readNack(part: Buffer): number[] {
  const sequences: number[] = [];
  for (let at = 12; at + 4 <= part.length; at += 4) {
    const [first, mask] = [part.readUInt16BE(at), part.readUInt16BE(at + 2)];
    sequences.push(first);
    for (let bit = 0; bit < 16; bit++) if (mask & (1 << bit)) sequences.push((first + bit + 1) & 0xffff);
  }
  return sequences;
}

function allocate(first: number, type: number, bytes: number): Buffer {
  const packet = Buffer.alloc(bytes);
  packet[0] = 0x80 | first;
  packet[1] = type;
  packet.writeUInt16BE(bytes / 4 - 1, 2);
  packet.writeUInt32BE(OWN_SSRC, 4);
  return packet;
}

export function writeKeyframeRequest(ssrc: number): Buffer {
  const packet = allocate(PLI, PAYLOAD_FEEDBACK, 12);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

export function writeNack(ssrc: number, sequences: readonly number[]): Buffer {
  const packet = allocate(NACK, TRANSPORT_FEEDBACK, 12 + sequences.length * 4);
  packet.writeUInt32BE(ssrc, 8);
  for (const [index, sequence] of sequences.entries()) packet.writeUInt16BE(sequence, 12 + index * 4);
  return packet;
}

export function writeBitrateLimit(ssrc: number, bitsPerSecond: number): Buffer {
  const packet = allocate(APPLICATION, PAYLOAD_FEEDBACK, 24);
  packet.write('REMB', 12, 'latin1');
  const exponent = Math.max(0, Math.ceil(Math.log2(bitsPerSecond / 2 ** 18)));
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent);
  packet.writeUInt32BE(((1 << 24) | (exponent << 18) | mantissa) >>> 0, 16);
  packet.writeUInt32BE(ssrc, 20);
  return packet;
}

/** Writes a host's report with the SSRC and clock that viewers know, so that they can synchronize audio and video. */
export function writeSenderReport(report: SenderReport, ssrc: number, timestamp: number): Buffer {
  const packet = allocate(0, SENDER_REPORT, 28);
  packet.writeUInt32BE(ssrc, 4);
  packet.writeBigUInt64BE(report.ntp, 8);
  packet.writeUInt32BE(timestamp, 16);
  packet.writeUInt32BE(report.packets, 20);
  packet.writeUInt32BE(report.octets, 24);
  return packet;
}

export interface Reception {
  ssrc: number;
  /** Share of the packets expected since the last report, in 256ths. */
  fractionLost: number;
  lost: number;
  /** The number of wraps is in the bits above the lower 16. */
  highestSequence: number;
  jitter: number;
  /** Middle 32 bits of the NTP time of the last sender report; 0 if there was none. */
  lastReport: number;
  /** Seconds since that report arrived. */
  sinceLastReport: number;
}

export function writeReceiverReport(reception: Reception): Buffer {
  const packet = allocate(1, RECEIVER_REPORT, 32);
  packet.writeUInt32BE(reception.ssrc, 8);
  packet[12] = reception.fractionLost;
  packet.writeIntBE(Math.max(-0x80_0000, Math.min(0x7f_ffff, reception.lost)), 13, 3);
  packet.writeUInt32BE(reception.highestSequence >>> 0, 16);
  packet.writeUInt32BE(Math.min(0xffff_ffff, Math.round(reception.jitter)), 20);
  packet.writeUInt32BE(reception.lastReport, 24);
  packet.writeUInt32BE(Math.round(reception.sinceLastReport * 65_536) >>> 0, 28);
  return packet;
}
