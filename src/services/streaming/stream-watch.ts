import type { EndpointData } from '@contract/schemas';

export type StreamAccess = EndpointData<'createStreamAccess'>;

/** `lost`: request new access. `replaced`: another tab of the account watches, and the engine allows only one. */
export type WatchState = 'starting' | 'playing' | 'stalled' | 'lost' | 'replaced' | 'unplayable';

/** The HLS player that also plays the site's videos, loaded on demand. */
export type OpenHlsPlayer = (
  video: HTMLMediaElement,
  options: { address(): string; onStale(): void; onQualities(): void; onFailed(): void },
) => { renew(): void; close(): void } | null;

export interface WatchHandlers {
  onState(state: WatchState): void;
  /** True for HLS, which is some seconds behind. */
  onDelayed(isDelayed: boolean): void;
  /** The stream's link has expired: request new access and pass it to `renew`. */
  onStale(): void;
  /** See `PublishHandlers`. */
  exchange(offer: { ticket: string; sdp: string }): Promise<string>;
  loadHlsPlayer(): Promise<OpenHlsPlayer>;
}

export interface StreamWatch {
  /** Passes new access to the same show: a token before the old one expires, or a new link. */
  renew(access: StreamAccess): void;
  setMuted(isMuted: boolean): void;
  stop(): void;
}

export type OpenWatch<Engine extends StreamAccess['engine']> = (
  access: Extract<StreamAccess, { engine: Engine }>,
  video: HTMLVideoElement,
  handlers: WatchHandlers,
) => StreamWatch;
