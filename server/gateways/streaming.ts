import type { EndpointData } from '@contract/schemas';
import type { HlsFiles } from '../streaming/hls-files';
import type { RecordedShow } from '../streaming/recorded-show';

/** How a browser gets the picture, by the engine that the site has. */
export type StreamAccess = EndpointData<'createStreamAccess'>;

export interface AccessRequest {
  /** Letters, digits, `-` and `_`. */
  sessionId: string;
  /** Account id, or a guest's key. */
  viewer: string;
  as: 'host' | 'viewer';
  /** Pays by the minute: has a place also where all are taken. */
  isPaying?: boolean;
  /** Whether the show is recorded, where the engine does that. */
  isRecorded: boolean;
  /** For which it holds. */
  seconds: number;
}

/** For clients that know Agora alone. */
export interface AgoraParts {
  /** For pages. */
  appId: string;
  /** A token as old clients use it: for any user of that session. */
  createToken(request: Pick<AccessRequest, 'sessionId' | 'as' | 'seconds'>): string;
}

export interface HostState {
  sessionId: string;
  isConnected: boolean;
}

/** A show that was recorded; the file is the listener's until it is done with it. */
export interface Recorded extends RecordedShow {
  sessionId: string;
}

/**
 * Brings the picture of shows from their hosts to their viewers. The caller decides who may see one, and asks for access only for them;
 * ADR 63.
 */
export interface StreamingGateway {
  readonly engine: StreamAccess['engine'];
  /** Whether it says when the picture of a host comes and goes (`onHostChanged`). */
  readonly tellsHosts: boolean;
  /** Whether shows are recorded on the server; else in their host's browser. */
  readonly isRecordedHere: boolean;
  createAccess(request: AccessRequest): Promise<StreamAccess>;
  /**
   * Answers the session description of a browser, for a ticket of `createAccess`, once.
   *
   * @throws AppError FORBIDDEN for a ticket that is used, expired or taken back, or when all places are taken meanwhile: access is to be
   * asked for again. VALIDATION_FAILED for a description that the engine does not take, UNAVAILABLE when the engine has just crashed,
   * PROVIDER_NOT_CONFIGURED where browsers connect elsewhere.
   */
  connect(ticket: string, sdp: string): Promise<string>;
  /**
   * Sends a viewer, or a host, out at once: their connections close, their tickets are refused. An engine that runs elsewhere
   * hears of it in the background, so that no call waits for it.
   */
  remove(sessionId: string, viewer: string): Promise<void>;
  /**
   * Ends a session: everybody is out, and what was recorded is handed over before this returns. Asked again after a crash, it hands over
   * what a listener did not get, or failed to take.
   */
  end(sessionId: string): Promise<void>;
  /** The picture of a host has come, or is missing. Said for each change; a session begins without a host. One listener, who does not reject. */
  onHostChanged(listener: (state: HostState) => Promise<void>): void;
  /** The file is removed when the promise resolves; kept for the next `end` when it rejects. One listener. */
  onRecorded(listener: (recorded: Recorded) => Promise<void>): void;
  /** Live segments, where the server has them. */
  readonly hls: HlsFiles | null;
  /** Null where another engine is used. */
  readonly agora: AgoraParts | null;
  /** Address of LiveKit, as browsers reach it; null where another engine is used. */
  readonly livekitUrl: string | null;
  /** Looks, when the API starts, whether all is there that the engine needs, and warns. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}
