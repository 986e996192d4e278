/** How long to wait for a missing packet: a resend takes a round trip or two. */
const PATIENCE_MS = 400;
/** Maximum number of packets held back behind a missing one. */
const MAX_HELD = 256;
/** Packets up to this many before the first packet of a source count as late and are dropped. */
const LATE_WINDOW = 1_000;

export interface RtpPacket {
  payloadType: number;
  sequence: number;
  timestamp: number;
  ssrc: number;
  isMarked: boolean;
  payload: Buffer;
}

const FIXED_HEADER = 12;

/** RFC 5761, 4: types 64 to 95 with the marker bit are RTCP. */
export const isRtcp = (packet: Buffer): boolean => packet.length >= 8 && packet[1]! >= 192 && packet[1]! <= 223;

/** @returns null for anything but RTP. RFC 3550, 5.1. */
export function readRtp(packet: Buffer): RtpPacket | null {
  if (packet.length < FIXED_HEADER || packet[0]! >> 6 !== 2) return null;
  let start = FIXED_HEADER + (packet[0]! & 0x0f) * 4;
  if (packet[0]! & 0x10) {
    if (packet.length < start + 4) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const end = packet.length - (packet[0]! & 0x20 ? packet.at(-1)! : 0);
  if (end < start) return null;
  return {
    payloadType: packet[1]! & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    isMarked: (packet[1]! & 0x80) !== 0,
    payload: packet.subarray(start, end),
  };
}

/** Signed distance between sequence numbers, across the wrap. */
export const getSequenceStep = (from: number, to: number): number => ((to - from) << 16) >> 16;
/** Signed ticks between timestamps, across the wrap. */
export const getTimestampStep = (from: number, to: number): number => (to - from) | 0;

/**
 * Makes the packets of successive hosts look like one source, so that viewers need not reconnect when a host does: one SSRC,
 * consecutive sequence numbers, and timestamps that advance by the elapsed time.
 */
export class RtpRewriter {
  readonly ssrc: number;
  readonly #clockRate: number;
  #sequence = 0;
  #timestamp = 0;
  #at = 0;
  /** Offsets for the current source; null before its first packet. */
  #offsets: { sequence: number; timestamp: number; first: number } | null = null;

  constructor(ssrc: number, clockRate: number) {
    this.ssrc = ssrc;
    this.#clockRate = clockRate;
  }

  /** Call it if the next packet comes from another source. */
  restart(): void {
    this.#offsets = null;
  }

  /** Rewrites the header in place. @returns the new sequence number; null if the packet must be dropped. */
  rewrite(packet: Buffer, nowMs: number): number | null {
    const [sequence, timestamp] = [packet.readUInt16BE(2), packet.readUInt32BE(4)];
    if (!this.#offsets) {
      const elapsed = this.#at ? Math.max(1, Math.round(((nowMs - this.#at) / 1000) * this.#clockRate)) : 0;
      this.#offsets = {
        sequence: this.#sequence + 1 - sequence,
        timestamp: this.#timestamp + elapsed - timestamp,
        first: sequence,
      };
      this.#sequence = (this.#sequence + 1) & 0xffff;
      this.#timestamp = (this.#timestamp + elapsed) >>> 0;
    }
    const offsets = this.#offsets;
    const sinceFirst = getSequenceStep(offsets.first, sequence);
    if (sinceFirst < 0 && sinceFirst > -LATE_WINDOW) return null;
    // Moved along, or after a wrap new packets would look as if they came before the first.
    if (sinceFirst > LATE_WINDOW) offsets.first = (sequence - LATE_WINDOW) & 0xffff;
    const outgoing = (sequence + offsets.sequence) & 0xffff;
    const outgoingTime = (timestamp + offsets.timestamp) >>> 0;
    if (getSequenceStep(this.#sequence, outgoing) > 0) this.#sequence = outgoing;
    if (getTimestampStep(this.#timestamp, outgoingTime) > 0) this.#timestamp = outgoingTime;
    this.#at = nowMs;
    packet.writeUInt16BE(outgoing, 2);
    packet.writeUInt32BE(outgoingTime, 4);
    packet.writeUInt32BE(this.ssrc, 8);
    return outgoing;
  }

  /** Translates a timestamp of the current source; null before its first packet. */
  toOutgoingTimestamp(timestamp: number): number | null {
    return this.#offsets && (timestamp + this.#offsets.timestamp) >>> 0;
  }
}

/** Each viewer negotiated a payload type; the rest of the header is the same for all. */
export function setPayloadType(packet: Buffer, payloadType: number): void {
  packet[1] = (packet[1]! & 0x80) | payloadType;
}

/** Recent packets for resending, shared by all viewers. SRTP does not encrypt packets again that are older than 1024. */
export class SentPackets {
  static readonly SIZE = 512;
  readonly #packets: (Buffer | undefined)[] = [];

  add(sequence: number, packet: Buffer): void {
    this.#packets[sequence % SentPackets.SIZE] = packet;
  }

  find(sequence: number): Buffer | undefined {
    const packet = this.#packets[sequence % SentPackets.SIZE];
    return packet?.readUInt16BE(2) === sequence ? packet : undefined;
  }
}

/** Emits each packet once, in order. Waits for a missing one, then reports it as lost. */
export class PacketOrder {
  readonly #onPacket: (packet: RtpPacket) => void;
  readonly #onLost: () => void;
  readonly #held = new Map<number, RtpPacket>();
  #next: number | null = null;
  #waitingSince = 0;

  constructor(onPacket: (packet: RtpPacket) => void, onLost: () => void) {
    this.#onPacket = onPacket;
    this.#onLost = onLost;
  }

  add(packet: RtpPacket, nowMs: number): void {
    this.#next ??= packet.sequence;
    if (getSequenceStep(this.#next, packet.sequence) < 0) return;
    if (this.#held.size === 0) this.#waitingSince = nowMs;
    this.#held.set(packet.sequence, packet);
    this.#release(nowMs);
    if (this.#held.size === 0) return;
    if (this.#held.size <= MAX_HELD && nowMs - this.#waitingSince < PATIENCE_MS) return;
    this.#onLost();
    const from = this.#next;
    const steps = [...this.#held.keys()].map((sequence) => getSequenceStep(from, sequence));
    this.#next = (from + Math.min(...steps)) & 0xffff;
    this.#release(nowMs);
  }

  #release(nowMs: number): void {
    for (;;) {
      const packet = this.#next === null ? undefined : this.#held.get(this.#next);
      if (!packet) return;
      this.#held.delete(packet.sequence);
      this.#next = (packet.sequence + 1) & 0xffff;
      this.#waitingSince = nowMs;
      this.#onPacket(packet);
    }
  }
}
