import { limits } from '@contract/base/limits';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { UploadedFile } from '../../../http/uploads';
import type { MediaService } from '../../site/media/media-service';
import { createItemUploads, type ItemService } from '../item/item-service';
import { createFeedKind } from './feed-kind';
import { createFeedPolls } from './feed-polls';
import { createFeedRepository } from './feed-repository';

export type { FeedView } from './feed-presenter';
export type FeedService = ReturnType<typeof createFeedService>;
export type FeedItems = ReturnType<typeof definePosts>;

/** Purposes of what is uploaded for posts; what a closed post shows is public. Wire contract 2.6. */
const uploadKinds = {
  audio: { type: 'feed-audio', isPublic: false, mostBytes: limits.audioBytes },
  photo: { type: 'feed-photo', isPublic: false, mostBytes: limits.imageBytes },
  video: { type: 'feed-video', isPublic: false, mostBytes: limits.videoBytes },
  thumbnail: { type: 'feed-photo', isPublic: true, mostBytes: limits.imageBytes },
  teaser: { type: 'feed-video', isPublic: true, mostBytes: limits.teaserBytes },
} as const;

const definePosts = (items: Pick<ItemService, 'define'>, repository: ReturnType<typeof createFeedRepository>) =>
  items.define(createFeedKind(repository));

/** Posts and their polls: items of kind `feed`. */
export function createFeedService(
  context: Pick<ServerContext, 'db' | 'clock'>,
  { items, media }: { items: Pick<ItemService, 'define'>; media: MediaService },
) {
  const repository = createFeedRepository(context.db);
  const posts = definePosts(items, repository);
  const uploads = createItemUploads(context, media);

  return {
    ...posts,
    ...createFeedPolls(context, { repository, posts }),

    /** Stores a file for a post. @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE */
    async upload(
      actor: Actor,
      kind: keyof typeof uploadKinds,
      { file, alt }: { file: UploadedFile | undefined; alt?: string },
    ): Promise<EndpointReply<'uploadFeedPhoto'>> {
      const stored = await uploads.keep(actor, file, uploadKinds[kind], alt);
      return { success: true, ...media.present(stored, { viewer: actor, open: true }) };
    },
  };
}
