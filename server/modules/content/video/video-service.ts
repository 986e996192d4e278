import type { EndpointPart } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { CardView, PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import { createItemUploads, uploadFields, type ItemService, type ItemVisitor } from '../item/item-service';
import type { Viewer } from '../subject/subject-service';
import { createVideoKind, type VideoInput, type VideoView } from './video-kind';
import { createVideoRepository } from './video-repository';

export type { VideoView } from './video-kind';
export type VideoService = ReturnType<typeof createVideoService>;

const purposes = {
  video: uploadFields['performer-video'],
  teaser: uploadFields['performer-video-teaser'],
  thumbnail: uploadFields['performer-video-thumbnail'],
};

type Files = Partial<Record<string, UploadedFile>>;

interface VideoDependencies {
  items: Pick<ItemService, 'define'>;
  media: MediaService;
  people: Pick<PeopleService, 'findMany'>;
  /** Cards of the creators who are there for the viewer. */
  cardsOf(ids: readonly string[], viewer: Viewer): Promise<Map<string, CardView>>;
}

/** What was sent, with the files that came along in the place of those that it names. */
const withIds = (
  body: EndpointPart<'updateVideo', 'body'>,
  { video, teaser, thumbnail }: Partial<Record<keyof typeof purposes, string>>,
): VideoInput => ({
  ...body,
  fileId: video ?? body.fileId,
  teaserId: teaser ?? body.teaserId,
  thumbnailId: thumbnail ?? body.thumbnailId,
});

/** Videos: items with one film, by whoever is in it. */
export function createVideoService(context: Pick<ServerContext, 'db'>, deps: VideoDependencies) {
  const videos = deps.items.define(createVideoKind(createVideoRepository(context.db), deps));
  const { withFiles } = createItemUploads(context, deps.media);

  /** One video tells who is in it; lists name them by id only. */
  async function withParticipants(view: VideoView, viewer: Viewer): Promise<VideoView> {
    const cards = await deps.cardsOf(view.participantIds, viewer);
    return { ...view, participants: view.participantIds.flatMap((id) => cards.get(id) ?? []) };
  }

  return {
    ...videos,

    /** Makes a video of a film that comes along, or came up before. @throws AppError NO_FILE, and as items do */
    upload(actor: Actor, body: EndpointPart<'uploadVideo', 'body'>, files: Files): Promise<VideoView> {
      if (!files['video'] && !body.fileId) throw new AppError('NO_FILE');
      return withFiles(actor, files, purposes, (ids) => videos.create(actor, withIds(body, ids)));
    },

    /** Changes what the form names; a file that comes takes the place of the one before. */
    async edit(actor: Actor, id: string, body: EndpointPart<'updateVideo', 'body'>, files: Files): Promise<VideoView> {
      await withFiles(actor, files, purposes, (ids) => videos.update(actor, id, withIds(body, ids)));
      return videos.getOwn(actor, id);
    },

    /** Takes the teaser or the thumbnail off. @throws AppError MISSING_REQUIRED_PROPS */
    async removeFile(actor: Actor, id: string, which: 'teaser' | 'thumbnail' | undefined): Promise<void> {
      await videos.getOwn(actor, id);
      if (!which) throw new AppError('MISSING_REQUIRED_PROPS');
      await videos.update(actor, id, which === 'teaser' ? { teaserId: null } : { thumbnailId: null });
    },

    async getOwn(actor: Actor, key: string): Promise<VideoView> {
      return withParticipants(await videos.getOwn(actor, key), { actor, country: null });
    },

    /** One video by id or slug; counts the view. @throws AppError ENTITY_NOT_FOUND */
    async visit(visitor: ItemVisitor, key: string): Promise<VideoView> {
      return withParticipants(await videos.visit(visitor, key), visitor);
    },
  };
}
