import { limits } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { AppError, found } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { EntitlementService } from '../entitlement/entitlement-service';
import type { MediaService } from '../../site/media/media-service';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createFeedAnnouncing } from './feed-announcing';
import { createFeedEditing } from './feed-editing';
import { createFeedOwnRepository } from './feed-own-repository';
import { createFeedPageRepository } from './feed-page-repository';
import { createFeedParts } from './feed-parts';
import { canManageFeed, canPublishFeed } from './feed-policy';
import { createFeedPolls } from './feed-polls';
import type { FeedView } from './feed-presenter';
import { createFeedReading } from './feed-reading';
import { createFeedRepository, type FeedRow } from './feed-repository';
import { createFeedStandingRepository } from './feed-standing-repository';

export type { FeedView } from './feed-presenter';
export type { FeedRow } from './feed-repository';
export type FeedService = ReturnType<typeof createFeedService>;

/** Purposes of what is uploaded for posts; what a closed post shows is public. Wire contract 2.6. */
const uploadKinds = {
  audio: { type: 'feed-audio', isPublic: false, mostBytes: limits.audioBytes },
  photo: { type: 'feed-photo', isPublic: false, mostBytes: limits.imageBytes },
  video: { type: 'feed-video', isPublic: false, mostBytes: limits.videoBytes },
  thumbnail: { type: 'feed-photo', isPublic: true, mostBytes: limits.imageBytes },
  teaser: { type: 'feed-video', isPublic: true, mostBytes: limits.teaserBytes },
} as const;

interface FeedDependencies {
  media: MediaService;
  people: PeopleService;
  entitlement: EntitlementService;
  settings: SettingsService;
  notification: NotificationService;
}

/** Posts and their polls. */
export function createFeedService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: FeedDependencies) {
  const { media } = deps;
  const repository = createFeedRepository(context.db);
  const own = createFeedOwnRepository(context.db);
  const pages = createFeedPageRepository(context.db);
  const standings = createFeedStandingRepository(context.db);
  const parts = createFeedParts(repository);
  const reading = createFeedReading(context, { ...deps, repository, pages, standings, parts });
  const onChange = (id: string) => {
    parts.forget(id);
    reading.forget();
  };
  const announcing = createFeedAnnouncing(context, { ...deps, repository });
  const editing = createFeedEditing(context, { ...deps, repository, onChange, onPublish: announcing.plan });
  const polls = createFeedPolls(context, { ...deps, repository, pages, onChange });

  async function getOwn(actor: Actor, row: FeedRow): Promise<FeedView> {
    const [view] = await reading.presentOwn([row.id], actor);
    return found(view);
  }

  return {
    list: reading.list,
    writeList: reading.writeList,
    get: reading.get,
    views: reading.views,
    update: editing.update,
    remove: editing.remove,
    publishDue: editing.publishDue,
    hideBroken: editing.hideBroken,
    announce: announcing.announce,
    createPoll: polls.createPoll,
    vote: polls.vote,

    /** The stored post by id, for who sells or comments on it; null when there is none. Says nothing of who may see it. */
    async find(id: string, tx?: Executor): Promise<FeedRow | null> {
      return repository.findByKey(id, tx);
    },

    /** The stored post by id as it will stay until the transaction ends, for who sells it. */
    hold: repository.hold,

    /** @see createFeedEditing; replies the post as its creator sees it. */
    async create(...input: Parameters<typeof editing.create>): Promise<FeedView> {
      const id = await editing.create(...input);
      return getOwn(input[0], found(await repository.findByKey(id)));
    },

    /** Stores a file for a post. @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE */
    async upload(
      actor: Actor,
      kind: keyof typeof uploadKinds,
      { file, alt }: { file: UploadedFile | undefined; alt?: string },
    ): Promise<EndpointReply<'uploadFeedPhoto'>> {
      assertAllowed(canPublishFeed(actor));
      if (!file) throw new AppError('NO_FILE');
      const { type, isPublic, mostBytes } = uploadKinds[kind];
      if (file.size > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
      const stored = await media.store(file, { ownerId: actor.id, type, isPublic, alt });
      return { success: true, ...media.present(stored, { viewer: actor, open: true }) };
    },

    /** Own posts of any state, last changed first. */
    async listOwn(
      actor: Actor,
      query: EndpointPart<'listPerformerFeeds', 'query'>,
    ): Promise<EndpointReply<'listPerformerFeeds'>> {
      assertAllowed(canPublishFeed(actor));
      const { ids, total } = await own.listIds(actor.id, query);
      return { data: await reading.presentOwn(ids, actor), total };
    },

    /** One own post by id or slug. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another's */
    async getOwn(actor: Actor, key: string): Promise<FeedView> {
      const row = found(await repository.findByKey(key));
      if (row.deletedAt !== null || (row.performerId !== actor.id && row.status !== 'active'))
        throw new AppError('ENTITY_NOT_FOUND');
      assertAllowed(canManageFeed(actor, row));
      return getOwn(actor, row);
    },
  };
}
