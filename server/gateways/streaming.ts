import type { EndpointData } from '@contract/schemas';
import type { HlsFiles } from '../streaming/hls-files';
import type { RecordedShow } from '../streaming/recorded-show';

/** How a browser gets the media; depends on the site's engine. */
export type StreamAccess = EndpointData<'createStreamAccess'>;

export interface AccessRequest {
  /** Letters, digits, `-` and `_`. */
  sessionId: string;
  /** Account id, or a guest's key. */
  viewer: string;
  as: 'host' | 'viewer';
  /** Pays by the minute, and can connect even if all places for viewers are taken. */
  isPaying?: boolean;
  isRecorded: boolean;
  seconds: number;
}

/** For old clients, which only support Agora. */
export interface AgoraParts {
  appId: string;
  /** Creates a token that is valid for any user of the session. */
  createToken(request: Pick<AccessRequest, 'sessionId' | 'as' | 'seconds'>): string;
}

export interface HostState {
  sessionId: string;
  isConnected: boolean;
}

/** A viewer or host connected to the engine. */
export interface Connected {
  sessionId: string;
  /** Account id, or key of a guest. */
  viewer: string;
}

/** A recorded show. The file belongs to the listener until its promise settles. */
export interface Recorded extends RecordedShow {
  sessionId: string;
}

/** Delivers shows from hosts to viewers. Callers check who may watch before they ask for access. ADR 63. */
export interface StreamingGateway {
  readonly engine: StreamAccess['engine'];
  /** Whether the engine reports when a host's media starts and stops (`onHostChanged`). */
  readonly tellsHosts: boolean;
  /** Whether another process runs the engine and stores what it reports. */
  readonly isElsewhere?: boolean;
  /** Whether the server records shows; otherwise the host's browser does. */
  readonly isRecordedHere: boolean;
  createAccess(request: AccessRequest): Promise<StreamAccess>;
  /**
   * Answers a browser's session description, once per ticket from `createAccess`.
   *
   * @throws AppError FORBIDDEN if the ticket was used or revoked or has expired, or if all places have been taken since:
   * request access again. VALIDATION_FAILED if the engine rejects the description, UNAVAILABLE if the engine has just crashed,
   * PROVIDER_NOT_CONFIGURED if browsers connect to a third party.
   */
  connect(ticket: string, sdp: string): Promise<string>;
  /**
   * Removes a viewer or host immediately: closes their connections and revokes their tickets. External engines are notified in
   * the background.
   */
  remove(sessionId: string, viewer: string): Promise<void>;
  /**
   * Ends a session: disconnects everyone, and delivers the recording before it returns, or after it if another process runs the
   * engine, which then also reports what fails. A second call, after a crash, delivers a recording that the listener did not get
   * or failed to save.
   *
   * @throws what the listener throws, as AppError with status 429 if the host has used up the daily quota
   */
  end(sessionId: string): Promise<void>;
  /**
   * Empty for engines that end connections by themselves when a token expires. The embedded engine also lists people who have
   * left by themselves.
   */
  listConnected(): Promise<Connected[]>;
  /** Called when a host's media starts or stops. Sessions start without a host. One listener, which must not reject. */
  onHostChanged(listener: (state: HostState) => Promise<void>): void;
  /**
   * Sets the one listener. If its promise resolves, the file is deleted; if it rejects, the file is kept for the next `end`.
   */
  onRecorded(listener: (recorded: Recorded) => Promise<void>): void;
  /** Null if the engine produces no live segments on this server. */
  readonly hls: HlsFiles | null;
  /** Null with another engine. */
  readonly agora: AgoraParts | null;
  /** LiveKit's address for browsers; null with another engine. */
  readonly livekitUrl: string | null;
  /** Logs warnings at startup if the engine lacks something it needs. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}
