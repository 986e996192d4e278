import type { ServerContext } from '../../context';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createCommentService } from './comment/comment-service';
import { createKeyedHash } from '../../lib/secret-box';
import { createFileAccessService, type FileAccessService } from './file-access/file-access-service';
import { createFeedService } from './feed/feed-service';
import { createFollowService } from './follow/follow-service';
import { createGalleryService } from './gallery/gallery-service';
import { createItemDeps, createItemFileRule, createItemService } from './item/item-service';
import { createPhotoService } from './photo/photo-service';
import { createProductService } from './product/product-service';
import { createReactionService } from './reaction/reaction-service';
import { createReportService } from './report/report-service';
import { createSearchService } from './search/search-service';
import { createFanTargets, createPerformerTargets } from './target/people-targets';
import { createTakedownService } from './report/takedown-service';
import { createTargetService } from './target/target-service';
import { createUploadService } from './upload/upload-service';
import { createVideoService } from './video/video-service';

export type ContentServices = ReturnType<typeof createContentServices>;

/** Created before the other services, because the media service needs it. */
export const createFileAccess = (context: ServerContext): FileAccessService =>
  createFileAccessService(context, { itemRule: createItemFileRule(context) });

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  fileAccess: FileAccessService;
}

export function createContentServices(context: ServerContext, { site, identity, conversation, fileAccess }: Domains) {
  const { settings, media } = site;
  const { people, performer } = identity;
  const { notification } = conversation;
  const creators = createPerformerTargets({ people, fileAccess });
  const deps = createItemDeps(context, { media, people, settings });
  const gallery = createGalleryService(context, deps);
  const contents = {
    feed: createFeedService(context, deps),
    video: createVideoService(context, { ...deps, getCards: creators.cards }),
    gallery,
    photo: createPhotoService(context, { ...deps, gallery }),
    product: createProductService(context, deps),
  };
  const items = createItemService(context, { ...deps, kinds: contents, notification });
  context.events.on('fileChanging', (tx, { fileId }) => items.touchByFile(fileId, tx));
  context.events.on('fileFailed', (tx, { fileId }) => items.hideBroken(fileId, tx));
  const sources = {
    performer: creators.source,
    user: createFanTargets(people),
    feed: contents.feed.targets,
    video: contents.video.targets,
    gallery: contents.gallery.targets,
    photo: contents.photo.targets,
    product: contents.product.targets,
  };
  const comment = createCommentService(context, { people, sources, notification });
  const targets = createTargetService({ ...sources, comment: comment.targetSource });
  const takedowns = { ...context, people, settings, notification, contents: { ...contents, comment } };
  return {
    fileAccess,
    items,
    ...contents,
    upload: createUploadService(context, { media }),
    comment,
    targets,
    follow: createFollowService(context, { people, targets, notification }),
    reaction: createReactionService(context, { targets, people, notification, contents, cards: creators.cards }),
    report: createReportService(context, { targets, takedowns }),
    takedown: createTakedownService(takedowns),
    search: createSearchService(context, {
      performer,
      items,
      people,
      hash: createKeyedHash(context.env.APP_SECRET, 'searched for'),
    }),
  };
}
