import type { StreamAccess } from './stream-watch';

/** `replaced`: the host now sends the show from elsewhere, if the engine reports that. A retry would take it from there. */
export type PublishState = 'starting' | 'live' | 'lost' | 'replaced';

/** Null for none. The caller owns the tracks and stops them. */
export interface PublishMedia {
  video: MediaStreamTrack | null;
  audio: MediaStreamTrack | null;
}

export interface PublishHandlers {
  onState(state: PublishState): void;
  /** The token expires soon: pass new access to `renew`. */
  onStale(): void;
  /** Sends this browser's session description to the engine and resolves with the engine's. */
  exchange(offer: { ticket: string; sdp: string }): Promise<string>;
}

export interface StreamPublication {
  replaceVideo(track: MediaStreamTrack | null): void;
  replaceAudio(track: MediaStreamTrack | null): void;
  /** New access to the same show, before the token expires. */
  renew(access: StreamAccess): void;
  stop(): void;
}

export type OpenPublication<Engine extends StreamAccess['engine']> = (
  access: Extract<StreamAccess, { engine: Engine }>,
  media: PublishMedia,
  handlers: PublishHandlers,
) => StreamPublication;
