import type { VideoCodecName } from './offer';
import type { Peer } from './peer';
import { setPayloadType, type SentPackets } from './rtp';
import type { TrackKind } from './timeline';

/** Maximum number of packets per second that are resent to one viewer. */
const MAX_RESENT = 200;

export class Viewer {
  readonly peer: Peer;
  readonly key: string;
  readonly since: number;
  #resentSince = 0;
  #resent = 0;

  constructor(peer: Peer, key: string, nowMs: number) {
    this.peer = peer;
    this.key = key;
    this.since = nowMs;
  }

  /** @param codec the host's; viewers who do not accept it get nothing. */
  forward(kind: TrackKind, packet: Buffer, codec: VideoCodecName): void {
    const payloadType = kind === 'audio' ? this.peer.audioPayloadType : this.peer.payloadTypes[codec];
    if (payloadType === null || payloadType === undefined) return;
    setPayloadType(packet, payloadType);
    this.peer.send(kind, packet);
  }

  sendAgain(sequences: readonly number[], sent: SentPackets, codec: VideoCodecName, nowMs: number): void {
    if (nowMs - this.#resentSince > 1_000) [this.#resentSince, this.#resent] = [nowMs, 0];
    for (const sequence of sequences) {
      const packet = sent.find(sequence);
      if (!packet || this.#resent >= MAX_RESENT) continue;
      this.#resent += 1;
      this.forward('video', packet, codec);
    }
  }
}
