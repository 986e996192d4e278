import type { PublishHandlers, PublishMedia, StreamPublication } from './stream-publication';
import type { StreamAccess } from './stream-watch';

/** Loads the module of the show's engine on demand. */
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
    case 'agora': {
      const { publishAgora } = await import('./agora-publish');
      return publishAgora(access, media, handlers);
    }
    case 'livekit': {
      const { publishLivekit } = await import('./livekit-publish');
      return publishLivekit(access, media, handlers);
    }
  }
}
