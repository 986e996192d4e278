import type { z } from 'zod';
import { limits } from '@contract/base/limits';
import type { Video } from '@contract/content/video-schemas';
import type { EndpointPart } from '@contract/schemas';
import type { Actor, Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import { videos } from '../../../db/schema/assets';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CardView, PeopleService } from '../../identity/people/people-service';
import {
  checkUnlockPrice,
  createKindColumns,
  createItemKindService,
  createItemUploads,
  getDraftFiles,
  ITEM_KINDS,
  mergeColumns,
  throwMissing,
  presentItem,
  presentOffer,
  slugByTitle,
  type Edit,
  type FormFiles,
  type ItemDeps,
  type ItemInput,
  type ItemKind,
  type ItemVisitor,
  type ItemForSale,
} from '../item/item-service';
import { createReplayRules, type ReplayRules } from './replay-rules';

export type VideoView = z.input<typeof Video>;
export type VideoService = ReturnType<typeof createVideoService>;
type VideoExtra = Omit<typeof videos.$inferSelect, 'id'>;

/** With the ids of uploaded files. Absent fields keep their value, null clears it. */
type VideoInput = EndpointPart<'updateVideo', 'body'> &
  ItemInput &
  Pick<EndpointPart<'uploadVideo', 'body'>, 'streamId'>;

/** Wire contract 2.10, 3.7. */
const createVideoKind = (
  { listExtras, saveExtra }: ReturnType<typeof createKindColumns<typeof videos>>,
  { people, replays }: { people: Pick<PeopleService, 'findMany'>; replays: ReplayRules },
): ItemKind<VideoExtra, VideoInput, VideoView, VideoExtra> => ({
  ...ITEM_KINDS.video,
  fileTypes: new Set(['performer-video']),
  shownTypes: new Set(['performer-video-teaser', 'performer-video-thumbnail']),

  listExtras,
  async saveExtra({ id, performerId }, { participantIds, streamId }, tx) {
    const others = [...new Set(participantIds)].filter((other) => other !== performerId).slice(0, limits.participants);
    const known = await people.findMany(others, tx);
    if (known.filter(({ performer }) => performer).length < others.length)
      throw new AppError('ENTITY_NOT_FOUND', { message: 'One of the creators in it is not here.' });
    await saveExtra({ id }, { participantIds: others, streamId }, tx);
  },

  merge({ description, scheduledAt, fileId, participantIds, streamId = null, ...input }, current) {
    return {
      columns: mergeColumns({ ...input, tagline: description, scheduleAt: scheduledAt }, current?.row ?? null, 'video'),
      ...getDraftFiles(current, { ...input, fileIds: fileId === undefined ? undefined : [fileId] }),
      kindFields: {
        participantIds: participantIds ?? current?.extra.participantIds ?? [],
        streamId: current ? current.extra.streamId : streamId,
      },
    };
  },
  checkContent({ fileIds }, files) {
    if (files.get(fileIds[0] ?? '')?.kind !== 'video') throwMissing('video', 'video');
  },
  checkPrice: checkUnlockPrice,
  createSlug: slugByTitle('video'),

  async settle(columns, { performerId, current, draft }, tx) {
    const streamId = draft?.kindFields.streamId ?? null;
    if (streamId !== null && current === null) await replays.assertMissing(streamId, performerId, tx);
    if (streamId !== null && current !== null) await replays.assertBuyersKeep(streamId, current.row, columns, tx);
    return columns;
  },
  async onStored(_row, { current, draft }, tx) {
    const streamId = draft?.kindFields.streamId ?? null;
    if (streamId !== null && current === null) await replays.announce(streamId, tx);
  },

  present(item, presentFile) {
    const { row, files, thumbnail, teaser, extra } = item.parts;
    const [file] = files;
    return {
      ...presentItem(item),
      ...presentOffer(item),
      title: row.title,
      tags: row.tags,
      processing: file?.status === 'processing',
      teaserProcessing: teaser?.status === 'processing',
      fileId: file?.id ?? '',
      video: file && presentFile(file, { open: item.access === 'open' }),
      thumbnailId: thumbnail?.id ?? null,
      thumbnail: thumbnail && presentFile(thumbnail, { open: true }),
      teaserId: teaser?.id ?? null,
      teaser: teaser && presentFile(teaser, { open: true }),
      isSchedule: row.isScheduled,
      scheduledAt: row.publishAt?.toISOString() ?? null,
      participantIds: extra.participantIds,
      streamId: extra.streamId,
    };
  },
});

/** Uploaded files take precedence over ids in the form. */
const fields = {
  fileId: ['video', 'performer-video'],
  teaserId: ['teaser', 'performer-video-teaser'],
  thumbnailId: ['thumbnail', 'performer-video-thumbnail'],
} as const;

interface VideoDeps extends ItemDeps {
  getCards(ids: readonly string[], viewer: Viewer): Promise<Map<string, CardView>>;
}

export function createVideoService(context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>, deps: VideoDeps) {
  const replays = createReplayRules({ ...context, ...deps });
  const kind = createVideoKind(createKindColumns(context.db, videos), { people: deps.people, replays });
  const films = createItemKindService(context, kind, deps);
  const { withFiles } = createItemUploads(context, deps.media);

  /** Adds the participants' cards. Lists contain only their ids. */
  async function withParticipants(view: VideoView, viewer: Viewer): Promise<VideoView> {
    const cards = await deps.getCards(view.participantIds, viewer);
    return { ...view, participants: view.participantIds.flatMap((id) => cards.get(id) ?? []) };
  }

  return {
    ...films,

    /** Takes an uploaded video, or one that is already stored. @throws AppError NO_FILE, and as `create` */
    upload(actor: Actor, body: EndpointPart<'uploadVideo', 'body'>, files: FormFiles): Promise<VideoView> {
      if (!files['video'] && !body.fileId) throw new AppError('NO_FILE');
      return withFiles(actor, files, fields, async (ids) =>
        films.create(actor, { ...(await replays.fill(body)), ...ids }),
      );
    },

    /** If the fan has a ticket for the show, its replay cannot be bought: they already own it. */
    async lockForSale(id: string, buyerId: string, tx: Tx): Promise<ItemForSale | null> {
      const offer = await films.lockForSale(id, buyerId, tx);
      const isOwned = offer !== null && (await replays.hasTicket(id, buyerId, tx));
      return isOwned ? { ...offer, refusal: new AppError('ALREADY_BOUGHT') } : offer;
    },

    /** Also finds a replay that was deleted but is kept for its buyers. */
    findReplayOf: (streamId: string) => replays.find(streamId),

    edit: (
      actor: Actor,
      id: string,
      body: EndpointPart<'updateVideo', 'body'>,
      files: FormFiles,
      edit: Edit = {},
    ): Promise<VideoView> => withFiles(actor, files, fields, (ids) => films.edit(actor, id, { ...body, ...ids }, edit)),

    /** @throws AppError MISSING_REQUIRED_PROPS */
    async removeFile(actor: Actor, id: string, which: 'teaser' | 'thumbnail' | undefined): Promise<true> {
      await films.getOwn(actor, id);
      if (!which) throw new AppError('MISSING_REQUIRED_PROPS');
      return films.update(actor, id, which === 'teaser' ? { teaserId: null } : { thumbnailId: null });
    },

    async getOwn(actor: Actor, key: string): Promise<VideoView> {
      return withParticipants(await films.getOwn(actor, key), { actor, country: null });
    },

    /** Like `get`, and counts the view. @param key id or slug @throws AppError ENTITY_NOT_FOUND */
    async visit(visitor: ItemVisitor, key: string): Promise<VideoView> {
      return withParticipants(await films.visit(visitor, key), visitor);
    },
  };
}
