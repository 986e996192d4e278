import type { StreamAccess } from './stream-watch';

/** `replaced`: the host now broadcasts from another place (not all engines report it). A retry would take the show back. */
export type PublishState = 'starting' | 'live' | 'lost' | 'replaced';

/** A missing track is null. The caller owns the tracks and stops them. */
export interface PublishMedia {
  video: MediaStreamTrack | null;
  audio: MediaStreamTrack | null;
}

export interface PublishHandlers {
  onState(state: PublishState): void;
  /** The token expires soon: request new access and pass it to `renew`. */
  onStale(): void;
  /** Sends this browser's session description to the engine; resolves to the engine's. */
  exchange(offer: { ticket: string; sdp: string }): Promise<string>;
}

export interface StreamPublication {
  replaceVideo(track: MediaStreamTrack | null): void;
  replaceAudio(track: MediaStreamTrack | null): void;
  /** Passes new access to the same show, before the token expires. */
  renew(access: StreamAccess): void;
  stop(): void;
}

export type OpenPublication<Engine extends StreamAccess['engine']> = (
  access: Extract<StreamAccess, { engine: Engine }>,
  media: PublishMedia,
  handlers: PublishHandlers,
) => StreamPublication;
