/** Configuration of the engine process: its only argument, as JSON. */
export interface EngineConfig {
  /** UDP port that was free just before the process started. */
  port: number;
  publicIp: string | null;
  /** Free disk space is measured here. */
  dataDir: string;
  /** Each session has a folder of its own in both. */
  hlsDir: string;
  recordingDir: string;
}

export interface ConnectRequest {
  sessionId: string;
  /** Account id, or key of a guest. */
  viewer: string;
  as: 'host' | 'viewer';
  isRecorded: boolean;
  sdp: string;
}

export type EngineRequest =
  | ({ type: 'connect'; id: number } & ConnectRequest)
  | { type: 'remove'; sessionId: string; viewer: string }
  | { type: 'end'; id: number; sessionId: string };

export type EngineReply =
  | { type: 'connected'; id: number; sdp: string }
  /** `isTheirs`: the browser's offer is the cause, not a failure of ours. */
  | { type: 'refused'; id: number; message: string; isTheirs: boolean }
  | { type: 'ended'; id: number }
  | { type: 'host'; sessionId: string; isConnected: boolean; hasSegments: boolean }
  /** Total of all sessions. */
  | { type: 'viewers'; count: number }
  /** Background work failed, such as writing to a full disk. */
  | { type: 'problem'; message: string };
