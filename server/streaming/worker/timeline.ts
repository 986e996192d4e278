import type { SenderReport } from './rtcp';
import { getTimestampStep } from './rtp';

export type TrackKind = 'audio' | 'video';

export const clockRates: Record<TrackKind, number> = { audio: 48_000, video: 90_000 };

/** Seconds that sound and picture may be apart before that is put right; above the second, the reports make no sense. */
const TOLERANCE = 0.01;
const MAX_SHIFT = 5;

interface Track {
  /** Seconds of the show at tick 0, its first packet. */
  start: number;
  /** Of the newest packet. */
  ticks: number;
  timestamp: number;
  /** From its sender's clock to the show's, in seconds. */
  senderOffset: number | null;
}

/**
 * Turns RTP timestamps into seconds of the show, which stand still while its host is away. Sound and picture start from when their first
 * packets arrived; the reports of the sender then say how they belong together, and keep their clocks from drifting apart.
 */
export class Timeline {
  #base = 0;
  #startedAt: number | null = null;
  readonly #tracks = new Map<TrackKind, Track>();

  /** Another source begins, at that second of the show. */
  restart(seconds: number): void {
    this.#base = seconds;
    this.#startedAt = null;
    this.#tracks.clear();
  }

  place(kind: TrackKind, timestamp: number, arrivedMs: number): number {
    this.#startedAt ??= arrivedMs;
    let track = this.#tracks.get(kind);
    if (!track) {
      const start = this.#base + (arrivedMs - this.#startedAt) / 1000;
      track = { start, ticks: 0, timestamp, senderOffset: null };
      this.#tracks.set(kind, track);
    }
    track.ticks += getTimestampStep(track.timestamp, timestamp);
    track.timestamp = timestamp;
    return track.start + track.ticks / clockRates[kind];
  }

  addReport(kind: TrackKind, report: SenderReport): void {
    const track = this.#tracks.get(kind);
    if (!track) return;
    const ticks = track.ticks + getTimestampStep(track.timestamp, report.timestamp);
    track.senderOffset = track.start + ticks / clockRates[kind] - report.seconds;
  }

  /** Moves pictures to their sound. Between two fragments only: pictures must not go back. */
  align(): void {
    const [audio, video] = [this.#tracks.get('audio'), this.#tracks.get('video')];
    if (!audio || !video || audio.senderOffset === null || video.senderOffset === null) return;
    const shift = audio.senderOffset - video.senderOffset;
    if (Math.abs(shift) < TOLERANCE || Math.abs(shift) > MAX_SHIFT) return;
    video.start += shift;
    video.senderOffset += shift;
  }
}
