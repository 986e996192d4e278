import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { UploadedFile } from '../../../http/uploads';
import type { MediaService } from '../../site/media/media-service';
import { createItemUploads, uploadFields, type ItemService } from '../item/item-service';
import { createFeedKind } from './feed-kind';
import { createFeedPolls } from './feed-polls';
import { createFeedRepository } from './feed-repository';

export type { FeedView } from './feed-presenter';
export type FeedService = ReturnType<typeof createFeedService>;
export type FeedItems = ReturnType<typeof definePosts>;

/** What is uploaded for posts. Wire contract 2.6. */
const uploadKinds = {
  audio: uploadFields['feed-audio'],
  photo: uploadFields['feed-photo'],
  video: uploadFields['feed-video'],
  thumbnail: uploadFields['feed-thumbnail'],
  teaser: uploadFields['feed-teaser'],
};

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
      const stored = await uploads.keep(actor, file, uploadKinds[kind], { alt });
      return { success: true, ...media.present(stored, { viewer: actor, open: true }) };
    },
  };
}
