import type { EndpointData } from '@contract/schemas';

/** How the backend lets this browser see a show. */
export type StreamAccess = EndpointData<'createStreamAccess'>;

/**
 * `starting` until the first picture; `playing`; `stalled` while no new picture comes; `lost` once this connection is over and
 * another access is needed; `replaced` once another tab of the same account shows it, where the engine takes one;
 * `unplayable` where this browser cannot show it at all.
 */
export type WatchState = 'starting' | 'playing' | 'stalled' | 'lost' | 'replaced' | 'unplayable';

/** A player of HLS that is loaded when it is needed: the one of the site's films. */
export type OpenHlsPlayer = (
  video: HTMLMediaElement,
  options: { address(): string; onStale(): void; onQualities(): void; onFailed(): void },
) => { renew(): void; close(): void } | null;

export interface WatchHandlers {
  onState(state: WatchState): void;
  /** The picture is some seconds behind: it comes as HLS. */
  onDelayed(isDelayed: boolean): void;
  /** The link of the picture ran out: another access is to be handed in by `renew`. */
  onStale(): void;
  /** Sends this browser's session description to the engine, and answers with the engine's. */
  exchange(offer: { ticket: string; sdp: string }): Promise<string>;
  loadHlsPlayer(): Promise<OpenHlsPlayer>;
}

/** A show that is being watched. */
export interface StreamWatch {
  /** Another access for the same show: a token before the old one expires, or a new link. */
  renew(access: StreamAccess): void;
  setMuted(isMuted: boolean): void;
  stop(): void;
}

export type OpenWatch<Engine extends StreamAccess['engine']> = (
  access: Extract<StreamAccess, { engine: Engine }>,
  video: HTMLVideoElement,
  handlers: WatchHandlers,
) => StreamWatch;
