import type { StreamAccess, StreamWatch, WatchHandlers } from './stream-watch';

/** Said of an engine that this build of the app has no player for. */
export class EngineMissingError extends Error {
  constructor(engine: string) {
    super(`No player for the engine "${engine}"`);
    this.name = 'EngineMissingError';
  }
}

/**
 * Shows a stream in a video element. Each engine is a file of its own, which is loaded when a site uses it.
 *
 * @throws EngineMissingError
 */
export async function watchStream(
  access: StreamAccess,
  video: HTMLVideoElement,
  handlers: WatchHandlers,
): Promise<StreamWatch> {
  switch (access.engine) {
    case 'embedded': {
      const { watchEmbedded } = await import('./embedded-watch');
      return watchEmbedded(access, video, handlers);
    }
    case 'agora':
    case 'livekit':
      throw new EngineMissingError(access.engine);
  }
}
