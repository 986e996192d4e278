import type { PublishHandlers, PublishMedia, StreamPublication } from './stream-publication';
import type { StreamAccess } from './stream-watch';
import { EngineMissingError } from './watch-stream';

/**
 * Sends a show. Each engine is a file of its own, which is loaded when a site uses it.
 *
 * @throws EngineMissingError
 */
export async function publishStream(
  access: StreamAccess,
  media: PublishMedia,
  handlers: PublishHandlers,
): Promise<StreamPublication> {
  switch (access.engine) {
    case 'embedded': {
      const { publishEmbedded } = await import('./embedded-publish');
      return publishEmbedded(access, media, handlers);
    }
    case 'agora':
    case 'livekit':
      throw new EngineMissingError(access.engine);
  }
}
