import type { ServerContext } from '../../context';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { SiteServices } from '../site/site-services';
import { createCommentService } from './comment/comment-service';
import { createKeyedHash } from '../identity/auth/two-factor/secret-box';
import { createEntitlementService } from './entitlement/entitlement-service';
import { createFeedService } from './feed/feed-service';
import { createFollowService } from './follow/follow-service';
import { createGalleryService } from './gallery/gallery-service';
import { createItemService, type ItemService } from './item/item-service';
import { createPhotoService } from './photo/photo-service';
import { createProductService } from './product/product-service';
import { createReactionService } from './reaction/reaction-service';
import { createReportService } from './report/report-service';
import { createSearchService } from './search/search-service';
import { createFanSubjects } from './subject/people-subjects';
import { createPerformerSubjects } from './subject/people-subjects';
import { createSubjectService } from './subject/subject-service';
import { createUploadService } from './upload/upload-service';
import { createVideoService } from './video/video-service';

export type ContentServices = ReturnType<typeof createContentServices>;

/** What creators publish, who may see it, and what fans do with it. */
export function createContentServices(
  context: ServerContext,
  { settings, media }: SiteServices,
  { people, performer }: IdentityServices,
  { notification }: ConversationServices,
) {
  const entitlement = createEntitlementService(context);
  media.connect({
    guard: entitlement.canOpenFile,
    previewGuard: entitlement.canSeePreview,
    keepsOut: entitlement.keepsOut,
  });
  const items = createItemService(context, { media, people, entitlement, settings, notification });
  context.events.on('fileChanging', (tx, { fileId }) => items.touchHolders(fileId, tx));
  context.events.on('fileFailed', (tx, { fileId }) => items.hideBroken(fileId, tx));
  const creators = createPerformerSubjects({ people, entitlement });
  const contents = createKinds(context, { items, media, people, cardsOf: creators.cards });
  const sources = {
    performer: creators.source,
    user: createFanSubjects(people),
    feed: contents.feed.subjects,
    video: contents.video.subjects,
    gallery: contents.gallery.subjects,
    photo: contents.photo.subjects,
    product: contents.product.subjects,
  };
  const comment = createCommentService(context, { people, sources, notification });
  const subjects = createSubjectService({ ...sources, comment: comment.subjectSource });
  return {
    entitlement,
    items,
    ...contents,
    upload: createUploadService(context, { media }),
    comment,
    subjects,
    follow: createFollowService(context, { people, subjects, notification }),
    reaction: createReactionService(context, { subjects, people, notification, contents, cards: creators.cards }),
    report: createReportService(context, { subjects }),
    search: createSearchService(context, {
      performer,
      items,
      people,
      hash: createKeyedHash(context.env.APP_SECRET, 'searched for'),
    }),
  };
}

/** Each kind of item. */
function createKinds(
  context: ServerContext,
  {
    items,
    media,
    people,
    cardsOf,
  }: Pick<SiteServices, 'media'> &
    Pick<IdentityServices, 'people'> & {
      items: ItemService;
      cardsOf: Parameters<typeof createVideoService>[1]['cardsOf'];
    },
) {
  const gallery = createGalleryService(context, { items });
  return {
    feed: createFeedService(context, { items, media }),
    video: createVideoService(context, { items, media, people, cardsOf }),
    gallery,
    photo: createPhotoService(context, { items, media, people, gallery }),
    product: createProductService(context, { items, media }),
  };
}
