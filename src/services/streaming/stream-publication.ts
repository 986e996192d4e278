import type { StreamAccess } from './stream-watch';

/**
 * `starting` until the engine takes the picture; `live`; `lost` once this connection is over and another access is needed;
 * `replaced` once the same host sends the show from elsewhere, where an engine tells that: trying again would take it away
 * from there.
 */
export type PublishState = 'starting' | 'live' | 'lost' | 'replaced';

/** Tracks to send; null for none. They stay the caller's, who stops them. */
export interface PublishMedia {
  video: MediaStreamTrack | null;
  audio: MediaStreamTrack | null;
}

export interface PublishHandlers {
  onState(state: PublishState): void;
  /** The token runs out: another access is to be handed in by `renew`. */
  onStale(): void;
  /** Sends this browser's session description to the engine, and answers with the engine's. */
  exchange(offer: { ticket: string; sdp: string }): Promise<string>;
}

/** A show that is being sent. */
export interface StreamPublication {
  /** Another camera, a screen, or a picture in their place, without a new connection. */
  replaceVideo(track: MediaStreamTrack | null): void;
  replaceAudio(track: MediaStreamTrack | null): void;
  /** Another access for the same show: a token before the old one expires. */
  renew(access: StreamAccess): void;
  stop(): void;
}

export type OpenPublication<Engine extends StreamAccess['engine']> = (
  access: Extract<StreamAccess, { engine: Engine }>,
  media: PublishMedia,
  handlers: PublishHandlers,
) => StreamPublication;
