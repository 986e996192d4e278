import { Fragmenter } from './fragmenter';
import type { Depacketizer } from './depacketizer';
import { createH264Depacketizer } from './h264';
import { HlsWriter } from './hls-writer';
import type { VideoCodecName } from './offer';
import { Recording } from './recording';
import type { SenderReport } from './rtcp';
import { PacketOrder, type RtpPacket } from './rtp';
import { Timeline, type TrackKind } from './timeline';
import { createVp8Depacketizer } from './vp8';

interface FeedOptions {
  codec: VideoCodecName;
  /** Null to write no live segments; likewise for the recording. */
  hlsFolder: string | null;
  recordingFolder: string | null;
  /** Returns false if the disk is nearly full, because a database on it would stop if it could not write. */
  takeRoom(bytes: number): boolean;
  onError(error: unknown): void;
}

export class Feed {
  readonly codec: VideoCodecName;
  readonly #hls: HlsWriter | null;
  readonly #recording: Recording | null;
  readonly #fragmenter: Fragmenter;
  readonly #timeline = new Timeline();
  readonly #depacketizer: Depacketizer;
  #orders: Record<TrackKind, PacketOrder>;
  #now = 0;

  private constructor({ codec, takeRoom, onError }: FeedOptions, hls: HlsWriter | null, recording: Recording | null) {
    this.codec = codec;
    this.#hls = hls;
    this.#recording = recording;
    this.#depacketizer = codec === 'h264' ? createH264Depacketizer() : createVp8Depacketizer();
    this.#fragmenter = new Fragmenter({
      start: recording?.seconds ?? null,
      onError,
      onFragment: async (fragment) => {
        await this.#hls?.write(fragment);
        if (!this.#recording || !takeRoom(fragment.body.length)) return;
        await this.#recording.write(fragment, codec === 'h264' ? 'avc' : 'vp8');
      },
    });
    this.#orders = this.#createOrders();
    this.#timeline.restart(this.#fragmenter.end);
  }

  static async open(options: FeedOptions): Promise<Feed> {
    const { hlsFolder, recordingFolder } = options;
    return new Feed(
      options,
      hlsFolder === null ? null : await HlsWriter.open(hlsFolder),
      recordingFolder === null ? null : await Recording.open(recordingFolder),
    );
  }

  #createOrders(): Record<TrackKind, PacketOrder> {
    const onLost = () => this.#depacketizer.lose();
    return {
      video: new PacketOrder((packet) => this.#addVideo(packet), onLost),
      audio: new PacketOrder(
        (packet) => this.#addAudio(packet),
        () => undefined,
      ),
    };
  }

  add(kind: TrackKind, packet: RtpPacket, nowMs: number): void {
    this.#now = nowMs;
    this.#orders[kind].add(packet, nowMs);
  }

  addReport(kind: TrackKind, report: SenderReport): void {
    this.#timeline.addReport(kind, report);
  }

  #addVideo({ payload, timestamp, isMarked }: RtpPacket): void {
    const frame = this.#depacketizer.add(payload, timestamp, isMarked);
    const config = this.#depacketizer.config;
    if (!frame || !config) return;
    const seconds = this.#timeline.place('video', frame.timestamp, this.#now);
    if (this.#fragmenter.addVideo(frame, seconds, config)) this.#timeline.align();
  }

  #addAudio({ payload, timestamp }: RtpPacket): void {
    if (payload.length === 0) return;
    this.#fragmenter.addAudio(payload, this.#timeline.place('audio', timestamp, this.#now));
  }

  /** Call it when the host is away. Stops the clock of the show and writes out what has arrived. */
  pause(): Promise<void> {
    const written = this.#fragmenter.flush();
    this.#timeline.restart(this.#fragmenter.end);
    this.#depacketizer.lose();
    this.#orders = this.#createOrders();
    return written;
  }

  async close(): Promise<void> {
    await this.pause();
    await this.#recording?.close();
  }
}
