/** Configuration of the engine process, passed as its only argument, in JSON. */
export interface EngineConfig {
  /** UDP port that was free just before the process started. */
  port: number;
  publicIp: string | null;
  /** Folder on the disk whose free space is measured. */
  dataDir: string;
  /** Each session has its own folder in `hlsDir` and in `recordingDir`. */
  hlsDir: string;
  recordingDir: string;
}

export interface ConnectRequest {
  sessionId: string;
  /** Account id, or a guest's key. */
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
  /** `isTheirs` is true if the cause is the browser's offer, not a failure of ours. */
  | { type: 'refused'; id: number; message: string; isTheirs: boolean }
  | { type: 'ended'; id: number }
  | { type: 'host'; sessionId: string; isConnected: boolean; hasSegments: boolean }
  /** Number of viewers in all sessions. */
  | { type: 'viewers'; count: number }
  /** Background work failed, such as writing to a full disk. */
  | { type: 'problem'; message: string };
