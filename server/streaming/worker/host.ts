import { MAX_VIDEO_BITRATE, type Peer } from './peer';
import { Reception } from './reception';
import { writeBitrateLimit, writeKeyframeRequest, writeNack } from './rtcp';
import type { RtpPacket } from './rtp';
import { clockRates, type TrackKind } from './timeline';

/** Key frames are large, so viewers who request one at about the same time share it. */
const KEYFRAME_INTERVAL_MS = 400;
/** A host that sends nothing for this long is away. */
const SILENCE_MS = 4_000;

/** Limit on forwarded bytes, however much the host sends. Key frames can exceed the rate by BURST_BYTES. */
const MAX_BYTES_PER_SECOND = (2 * MAX_VIDEO_BITRATE) / 8;
const BURST_BYTES = 1024 * 1024;

export class Host {
  readonly peer: Peer;
  /** Account id of the host. */
  readonly key: string;
  readonly receptions: Record<TrackKind, Reception> = {
    audio: new Reception(clockRates.audio),
    video: new Reception(clockRates.video),
  };
  #packetAt = 0;
  #keyframeAt = -Infinity;

  #budget = BURST_BYTES;
  #spentAt: number | null = null;

  constructor(peer: Peer, key: string) {
    this.peer = peer;
    this.key = key;
  }

  /** @returns whether the limit allows this packet to be forwarded; each costs its size for every viewer. */
  spend(bytes: number, nowMs: number): boolean {
    const earned = ((nowMs - (this.#spentAt ?? nowMs)) / 1000) * MAX_BYTES_PER_SECOND;
    this.#spentAt = nowMs;
    this.#budget = Math.min(BURST_BYTES, this.#budget + earned);
    if (this.#budget < bytes) return false;
    this.#budget -= bytes;
    return true;
  }

  isThere(nowMs: number): boolean {
    return this.#packetAt > 0 && nowMs - this.#packetAt < SILENCE_MS;
  }

  add(kind: TrackKind, packet: RtpPacket, nowMs: number): void {
    this.#packetAt = nowMs;
    if (this.receptions[kind].add(packet, nowMs)) this.requestKeyframe(nowMs);
    // Lost audio is not requested, since Opus conceals losses.
    if (kind === 'video') this.requestMissing(nowMs);
  }

  /** Asks the host to send missing video packets again, or a keyframe once some cannot be replaced. */
  requestMissing(nowMs: number): void {
    const { sequences, isLost } = this.receptions.video.takeMissing(nowMs);
    if (sequences.length > 0) this.peer.send('video', writeNack(this.receptions.video.ssrc, sequences));
    if (isLost) this.requestKeyframe(nowMs);
  }

  requestKeyframe(nowMs: number): void {
    const { ssrc } = this.receptions.video;
    if (nowMs - this.#keyframeAt < KEYFRAME_INTERVAL_MS || ssrc === 0) return;
    this.#keyframeAt = nowMs;
    this.peer.send('video', writeKeyframeRequest(ssrc));
  }

  /** Reports to the host what has arrived and how much it may send. Called every second. */
  report(nowMs: number): void {
    for (const kind of ['audio', 'video'] as const) {
      const report = this.receptions[kind].report(nowMs);
      if (report) this.peer.send(kind, report);
    }
    const { ssrc } = this.receptions.video;
    if (ssrc !== 0) this.peer.send('video', writeBitrateLimit(ssrc, MAX_VIDEO_BITRATE));
  }
}
