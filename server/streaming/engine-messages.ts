/** How the process of the engine is set up: its only argument, as JSON. */
export interface EngineConfig {
  /** Of UDP, free a moment ago. */
  port: number;
  publicIp: string | null;
  /** The disk that these are on. */
  dataDir: string;
  /** Folders of live segments and of recordings, one each for a session. */
  hlsDir: string;
  recordingDir: string;
}

export interface ConnectRequest {
  sessionId: string;
  /** Account, or key of a guest. */
  viewer: string;
  as: 'host' | 'viewer';
  isRecorded: boolean;
  sdp: string;
}

/** Requests to the engine. */
export type EngineRequest =
  | ({ type: 'connect'; id: number } & ConnectRequest)
  | { type: 'remove'; sessionId: string; viewer: string }
  | { type: 'end'; id: number; sessionId: string };

/** Its messages. */
export type EngineReply =
  | { type: 'connected'; id: number; sdp: string }
  /** `isTheirs`: the description was none that we take. */
  | { type: 'refused'; id: number; message: string; isTheirs: boolean }
  | { type: 'ended'; id: number }
  | { type: 'host'; sessionId: string; isConnected: boolean; hasSegments: boolean }
  /** Over all sessions. */
  | { type: 'viewers'; count: number }
  /** Work that nobody waited for has failed, such as writing to a full disk. */
  | { type: 'problem'; message: string };
