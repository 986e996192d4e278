import type { AccessRequest, Connected, HostState, Recorded, StreamingGateway } from '../../server/gateways/streaming';
import { isGuestKey } from '../../server/lib/guest-key';
import { AppError } from '../../server/errors';
import type { HlsFiles } from '../../server/streaming/hls-files';

/** The embedded engine without native code. It stores tickets; tests set the state of hosts. */
export interface FakeStreaming extends StreamingGateway {
  /** False by default: then the sockets of hosts show their presence. Tests of video set it. */
  tellsHosts: boolean;
  /** Undefined by default: the engine runs in this process. */
  isElsewhere?: boolean;
  accesses: AccessRequest[];
  removed: { sessionId: string; viewer: string }[];
  ended: string[];
  /** As an external engine would report them. */
  connected: Connected[];
  setHost(state: HostState): Promise<void>;
  /** Adds a recording, which the next `end` of its session delivers. */
  addRecording(recorded: Recorded): void;
}

export function createFakeStreaming(hls: HlsFiles): FakeStreaming {
  const tickets = new Map<string, AccessRequest>();
  const recordings = new Map<string, Recorded>();
  let tellHost: (state: HostState) => Promise<void> = async () => undefined;
  let hand: (recorded: Recorded) => Promise<void> = async () => undefined;
  const fake: FakeStreaming = {
    engine: 'embedded',
    tellsHosts: false,
    isRecordedHere: true,
    hls,
    agora: null,
    livekitUrl: null,
    accesses: [],
    removed: [],
    ended: [],
    connected: [],
    async createAccess(request) {
      fake.accesses.push(request);
      const ticket = `ticket-${fake.accesses.length}`;
      tickets.set(ticket, request);
      const { sessionId, viewer, seconds } = request;
      if (isGuestKey(viewer))
        return {
          engine: 'embedded',
          ticket: '',
          iceServers: [],
          hls: hls.sign(sessionId, viewer, seconds),
          isFull: true,
        };
      const address = request.as === 'host' ? null : hls.sign(sessionId, viewer, seconds);
      return { engine: 'embedded', ticket, iceServers: [], hls: address, isFull: false };
    },
    async connect(ticket, sdp) {
      if (!tickets.delete(ticket)) throw new AppError('FORBIDDEN');
      return `answer to ${sdp}`;
    },
    async remove(sessionId, viewer) {
      fake.removed.push({ sessionId, viewer });
      for (const [ticket, access] of tickets)
        if (access.sessionId === sessionId && access.viewer === viewer) tickets.delete(ticket);
    },
    async end(sessionId) {
      fake.ended.push(sessionId);
      for (const [ticket, access] of tickets) if (access.sessionId === sessionId) tickets.delete(ticket);
      const recorded = recordings.get(sessionId);
      if (recorded) await hand(recorded);
      recordings.delete(sessionId);
    },
    listConnected: async () => fake.connected,
    onHostChanged: (listener) => void (tellHost = listener),
    onRecorded: (listener) => void (hand = listener),
    setHost: (state) => tellHost(state),
    addRecording: (recorded) => void recordings.set(recorded.sessionId, recorded),
    prepare: async () => undefined,
    close: async () => undefined,
  };
  return fake;
}
