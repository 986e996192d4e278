import { writeReceiverReport, type SenderReport } from './rtcp';
import { getSequenceStep, getTimestampStep, type RtpPacket } from './rtp';

/** Limits on requests for one missing packet. */
const MAX_REQUESTS = 4;
const REQUEST_INTERVAL_MS = 80;
/** A larger gap is repaired by a key frame instead. */
const MAX_GAP = 100;
/** A larger jump means that another stream uses the same SSRC. */
const MAX_JUMP = 3_000;

interface Missing {
  requests: number;
  askedAt: number;
}

/** Counts packets of one source for receiver reports, and tracks missing ones. RFC 3550, 6.4.1 and A.8. */
export class Reception {
  ssrc = 0;
  readonly #clockRate: number;
  readonly #missing = new Map<number, Missing>();
  #base = 0;
  #highest = -1;
  #received = 0;
  #expectedBefore = 0;
  #receivedBefore = 0;
  #jitter = 0;
  #transit: number | null = null;
  #timestamp = 0;
  #report: { middle: number; at: number } | null = null;

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** @returns whether more packets are missing than are worth requesting. */
  add(packet: RtpPacket, nowMs: number): boolean {
    if (packet.ssrc !== this.ssrc || this.#highest < 0) this.#begin(packet);
    const step = getSequenceStep(this.#highest & 0xffff, packet.sequence);
    if (Math.abs(step) > MAX_JUMP) {
      this.#begin(packet);
      return true;
    }
    this.#received += 1;
    this.#missing.delete(packet.sequence);
    this.#measureJitter(packet, nowMs);
    const isGapTooLarge = step - 1 > MAX_GAP;
    if (isGapTooLarge) this.#missing.clear();
    else
      for (let index = 1; index < step; index++)
        this.#missing.set((this.#highest + index) & 0xffff, { requests: 0, askedAt: 0 });
    if (step > 0) this.#highest += step;
    return isGapTooLarge;
  }

  #begin(packet: RtpPacket): void {
    this.ssrc = packet.ssrc;
    this.#base = packet.sequence;
    this.#highest = packet.sequence;
    this.#missing.clear();
    [this.#received, this.#expectedBefore, this.#receivedBefore] = [0, 0, 0];
    this.#transit = null;
    this.#timestamp = packet.timestamp;
    this.#report = null;
  }

  #measureJitter(packet: RtpPacket, nowMs: number): void {
    const transit = (nowMs / 1000) * this.#clockRate - getTimestampStep(this.#timestamp, packet.timestamp);
    if (this.#transit !== null) this.#jitter += (Math.abs(transit - this.#transit) - this.#jitter) / 16;
    this.#transit = transit;
  }

  addReport(report: SenderReport, nowMs: number): void {
    this.#report = { middle: Number((report.ntp >> 16n) & 0xffff_ffffn), at: nowMs };
  }

  /** @returns the missing packets to request now, and whether some are lost for good. */
  takeMissing(nowMs: number): { sequences: number[]; isLost: boolean } {
    const sequences: number[] = [];
    let isLost = false;
    for (const [sequence, missing] of this.#missing) {
      if (missing.requests >= MAX_REQUESTS) {
        this.#missing.delete(sequence);
        isLost = true;
      } else if (nowMs - missing.askedAt >= REQUEST_INTERVAL_MS) {
        missing.requests += 1;
        missing.askedAt = nowMs;
        sequences.push(sequence);
      }
    }
    return { sequences, isLost };
  }

  /** Receiver report for the sender; null before the first packet. */
  report(nowMs: number): Buffer | null {
    if (this.#highest < 0) return null;
    const expected = this.#highest - this.#base + 1;
    const [due, came] = [expected - this.#expectedBefore, this.#received - this.#receivedBefore];
    [this.#expectedBefore, this.#receivedBefore] = [expected, this.#received];
    return writeReceiverReport({
      ssrc: this.ssrc,
      fractionLost: due > came ? Math.min(255, Math.floor(((due - came) * 256) / due)) : 0,
      lost: expected - this.#received,
      highestSequence: this.#highest,
      jitter: this.#jitter,
      lastReport: this.#report?.middle ?? 0,
      sinceLastReport: this.#report ? (nowMs - this.#report.at) / 1000 : 0,
    });
  }
}
