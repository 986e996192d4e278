import path from 'node:path';
import type { ConnectRequest, EngineConfig } from '../engine-messages';
import { Feed } from './feed';
import { Host } from './host';
import { UnusableOffer, type VideoCodecName } from './offer';
import { outgoingSources, Peer } from './peer';
import { readRtcp, writeSenderReport, type SenderReport } from './rtcp';
import { isRtcp, readRtp, RtpRewriter, SentPackets } from './rtp';
import { clockRates, type TrackKind } from './timeline';
import { Viewer } from './viewer';

/** For this long, new viewers get key frames regularly, since the first one can get lost. */
const YOUNG_MS = 10_000;
/** This is also the length of a segment. */
const KEYFRAME_EVERY_MS = 2_000;
const REPORT_EVERY_MS = 1_000;
/** Connections that one viewer can have to a show, such as tabs. One more closes the oldest. */
const MAX_PER_VIEWER = 3;

/** Limits how often viewers get a requested key frame, because each one costs all viewers bandwidth. */
const REQUESTED_EVERY_MS = 1_000;
interface SessionOptions {
  id: string;
  config: EngineConfig;
  onHost(isConnected: boolean, hasSegments: boolean): void;
  onViewers(): void;
  takeRoom(bytes: number): boolean;
  onError(error: unknown): void;
}

const now = (): number => performance.now();

export class Session {
  readonly #options: SessionOptions;
  readonly #viewers = new Set<Viewer>();
  readonly #rewriters: Record<TrackKind, RtpRewriter> = {
    audio: new RtpRewriter(outgoingSources.audio, clockRates.audio),
    video: new RtpRewriter(outgoingSources.video, clockRates.video),
  };
  readonly #sent = new SentPackets();
  #host: Host | null = null;
  #feed: Feed | null = null;
  #opening: Promise<Feed> | null = null;
  /** Number of removals per account or guest, to reject a connection that was still being set up during a removal. */
  readonly #removals = new Map<string, number>();
  #isClosed = false;
  #isHostThere = false;
  #ticker: NodeJS.Timeout | undefined;
  #reportedAt = 0;
  #keyframeAt = 0;
  #requestedAt = -Infinity;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get viewerCount(): number {
    return this.#viewers.size;
  }

  connect(request: ConnectRequest): Promise<string> {
    return request.as === 'host' ? this.#connectHost(request) : this.#connectViewer(request);
  }

  /** @throws UnusableOffer if the show has ended, or the account or guest was removed after `removals` was read. */
  #assertWelcome(peer: Peer, key: string, removals: number): void {
    if (!this.#isClosed && (this.#removals.get(key) ?? 0) === removals) return;
    peer.close();
    throw new UnusableOffer('the show ended, or the account or guest was removed from it');
  }

  async #connectHost({ sdp, viewer, isRecorded }: ConnectRequest): Promise<string> {
    let host: Host | null = null;
    const removals = this.#removals.get(viewer) ?? 0;
    const answer = await Peer.answer({
      ...this.#getPeerOptions(sdp),
      role: 'host',
      onPacket: (kind, packet) => host && host === this.#host && this.#handleHostPacket(host, kind, packet),
      onOpen: () => undefined,
      onClosed: () => host && this.#handleHostClosed(host),
    });
    const { peer } = answer;
    try {
      await this.#openFeed(peer.codec, isRecorded);
    } catch (error) {
      peer.close();
      throw error;
    }
    this.#assertWelcome(peer, viewer, removals);
    host = new Host(peer, viewer);
    const earlier = this.#host;
    // A host who reconnects, for example by a reload, can arrive before the old connection times out.
    this.#host = host;
    earlier?.peer.close();
    if (this.#isHostThere) this.#setHostThere(false);
    for (const rewriter of Object.values(this.#rewriters)) rewriter.restart();
    this.#ticker ??= setInterval(() => this.#tick(), 100);
    return answer.sdp;
  }

  /** Opens the feed with the first codec, which stays: neither a recording nor a player can change the codec midway. */
  async #openFeed(codec: VideoCodecName, isRecorded: boolean): Promise<void> {
    const hasSegments = codec === 'h264';
    if (this.#feed || (!hasSegments && !isRecorded)) return;
    const { config, id, takeRoom, onError } = this.#options;
    this.#opening ??= Feed.open({
      codec,
      hlsFolder: hasSegments ? path.join(config.hlsDir, id) : null,
      recordingFolder: isRecorded ? path.join(config.recordingDir, id) : null,
      takeRoom,
      onError,
    });
    this.#feed = await this.#opening;
  }

  async #connectViewer({ sdp, viewer: key }: ConnectRequest): Promise<string> {
    let viewer: Viewer | null = null;
    const removals = this.#removals.get(key) ?? 0;
    const answer = await Peer.answer({
      ...this.#getPeerOptions(sdp),
      role: 'viewer',
      onPacket: (_kind, packet) => viewer && this.#handleViewerPacket(viewer, packet),
      onOpen: (kind) => {
        if (kind === 'video') this.#host?.requestKeyframe(now());
      },
      onClosed: () => {
        if (viewer && this.#viewers.delete(viewer)) this.#options.onViewers();
      },
    });
    this.#assertWelcome(answer.peer, key, removals);
    // Checked only now, since other connections of this viewer may have been added while this one was set up.
    const own = [...this.#viewers].filter((one) => one.key === key);
    for (const oldest of own.slice(0, Math.max(0, own.length - MAX_PER_VIEWER + 1))) oldest.peer.close();
    viewer = new Viewer(answer.peer, key, now());
    this.#viewers.add(viewer);
    this.#options.onViewers();
    return answer.sdp;
  }

  #getPeerOptions(sdp: string) {
    const { config, onError } = this.#options;
    const { port, publicIp } = config;
    return { sdp, port, publicIp, onError, preferredCodec: this.#feed?.codec ?? ('h264' as const) };
  }

  #handleHostPacket(host: Host, kind: TrackKind, packet: Buffer): void {
    const at = now();
    if (isRtcp(packet)) {
      for (const message of readRtcp(packet))
        if (message.type === 'senderReport') this.#passReport(host, kind, message, at);
      return;
    }
    const rtp = readRtp(packet);
    const { peer } = host;
    const payloadType = kind === 'video' ? peer.payloadTypes[peer.codec] : peer.audioPayloadType;
    if (!rtp || rtp.payloadType !== payloadType || !host.spend(packet.length, at)) return;
    host.add(kind, rtp, at);
    if (!this.#isHostThere) this.#setHostThere(true);
    if (kind === 'audio' || this.#feed?.codec === peer.codec) this.#feed?.add(kind, rtp, at);
    const sequence = this.#rewriters[kind].rewrite(packet, at);
    if (sequence === null) return;
    if (kind === 'video') this.#sent.add(sequence, packet);
    for (const viewer of this.#viewers) viewer.forward(kind, packet, peer.codec);
  }

  #passReport(host: Host, kind: TrackKind, report: SenderReport, at: number): void {
    host.receptions[kind].addReport(report, at);
    this.#feed?.addReport(kind, report);
    const timestamp = this.#rewriters[kind].toOutgoingTimestamp(report.timestamp);
    if (timestamp === null) return;
    const outgoing = writeSenderReport(report, outgoingSources[kind], timestamp);
    for (const { peer } of this.#viewers) peer.send(kind, outgoing);
  }

  #handleViewerPacket(viewer: Viewer, packet: Buffer): void {
    if (!isRtcp(packet)) return;
    for (const message of readRtcp(packet)) {
      if (message.type === 'keyframeRequest') this.#handleKeyframeRequest(now());
      const codec = this.#host?.peer.codec;
      if (message.type === 'nack' && codec) viewer.sendAgain(message.sequences, this.#sent, codec, now());
    }
  }

  #handleKeyframeRequest(at: number): void {
    if (at - this.#requestedAt < REQUESTED_EVERY_MS) return;
    this.#requestedAt = at;
    this.#host?.requestKeyframe(at);
  }

  #tick(): void {
    const [at, host] = [now(), this.#host];
    if (!host) return;
    if (this.#isHostThere && !host.isThere(at)) this.#setHostThere(false);
    host.requestMissing(at);
    if (at - this.#reportedAt >= REPORT_EVERY_MS) {
      this.#reportedAt = at;
      host.report(at);
    }
    if (at - this.#keyframeAt < KEYFRAME_EVERY_MS) return;
    this.#keyframeAt = at;
    if (this.#feed || [...this.#viewers].some(({ since }) => at - since < YOUNG_MS)) host.requestKeyframe(at);
  }

  #setHostThere(isThere: boolean): void {
    this.#isHostThere = isThere;
    if (!isThere) void this.#feed?.pause();
    this.#options.onHost(isThere, this.#feed?.codec === 'h264');
  }

  #handleHostClosed(host: Host): void {
    if (host !== this.#host) return;
    this.#host = null;
    if (this.#isHostThere) this.#setHostThere(false);
  }

  /** Closes all connections of one account or guest immediately. */
  remove(key: string): void {
    this.#removals.set(key, (this.#removals.get(key) ?? 0) + 1);
    for (const viewer of this.#viewers) if (viewer.key === key) viewer.peer.close();
    if (this.#host?.key === key) this.#host.peer.close();
  }

  /** Closes all connections. @returns once the recording is complete */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticker);
    this.#host?.peer.close();
    for (const { peer } of this.#viewers) peer.close();
    await this.#feed?.close();
  }
}
