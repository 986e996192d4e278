export interface VideoFrame {
  data: Buffer;
  timestamp: number;
  isKey: boolean;
}

export interface VideoConfig {
  codec: 'avc' | 'vp8';
  /** In the format of RFC 6381. */
  codecString: string;
  width: number;
  height: number;
  /** AVCDecoderConfigurationRecord; absent for VP8. */
  description?: Buffer;
}

/** Reassembles frames from RTP payloads, which must arrive in order. */
export interface Depacketizer {
  /** @returns the frame that this payload completes. */
  add(payload: Buffer, timestamp: number, isMarked: boolean): VideoFrame | null;
  /** Call it if a packet is lost: nothing can be decoded before the next key frame. */
  lose(): void;
  /** As read from the last key frame. */
  readonly config: VideoConfig | null;
}
