import { videoRoutes } from '@contract/content/video-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { emptyDrafts, isEmptied, getDraftKey, type Draft, type FileKind } from './draft';
import { getCommonProblems, type DraftProblems, type DraftRules } from './draft-problems';
import { sendWithFiles, type FormFile } from './send-with-files';
import {
  toAssetDraft,
  getOffer,
  getPublicationFor,
  getPublication,
  readOwnAsset,
  toDraftFile,
  omitIfNeverSet,
  hadValue,
} from './draft-wire';
import type { OwnItem, StudioKind } from './studio-kind';

type WireVideo = EndpointData<'getPerformerVideo'>;
type WireFile = WireVideo['video'];

/** Adds the id and purpose, which videos store beside the file. */
const whole = (file: NonNullable<WireFile>, _id: string, type: string) => ({ ...file, _id, type });

function toDraft(video: WireVideo): Draft & { id: string } {
  const one = (file: WireFile, id: string | null | undefined, kind: FileKind) =>
    file && id ? [toDraftFile(whole(file, id, ''), kind)] : [];
  return {
    ...emptyDrafts.video,
    ...toAssetDraft(video),
    files: one(video.video, video.fileId, 'video'),
    thumbnail: one(video.thumbnail, video.thumbnailId, 'photo'),
    teaser: one(video.teaser, video.teaserId, 'video'),
    tags: video.tags,
    participants: (video.participants ?? []).map(({ _id, name, username, avatar }) => ({
      _id,
      name,
      username,
      avatar,
    })),
  };
}

function toOwnItem(video: WireVideo): OwnItem {
  const { fileId, thumbnail, thumbnailId, processing } = video;
  return {
    ...readOwnAsset(video),
    kind: 'video',
    type: 'video',
    processing,
    thumbnail: thumbnail && thumbnailId ? whole(thumbnail, thumbnailId, 'performer-video-thumbnail') : null,
    files: video.video ? [whole(video.video, fileId, 'performer-video')] : [],
  };
}

/** Sends all fields, since compatible backends may clear omitted ones. @param key of the draft that lists the files */
export function* storeVideo(
  draft: Draft,
  { scheduleAt, ...publication }: Partial<ReturnType<typeof getPublication>>,
  key = getDraftKey(draft),
): Generator<unknown, string> {
  const id = draft.id ?? draft.begunId;
  const participantIds = draft.participants.map(({ _id }) => _id);
  const fields = {
    title: draft.title.trim(),
    description: omitIfNeverSet(draft, 'text', draft.text.trim()),
    tags: omitIfNeverSet(draft, 'tags', draft.tags),
    participantIds: omitIfNeverSet(draft, 'participants', participantIds),
    ...getOffer(draft),
    ...publication,
    scheduledAt: scheduleAt,
  };
  const files: FormFile[] = [
    { field: 'video', idField: 'fileId', slot: 'files', file: draft.files[0] },
    { field: 'teaser', idField: 'teaserId', slot: 'teaser', file: draft.teaser[0] },
    { field: 'thumbnail', idField: 'thumbnailId', slot: 'thumbnail', file: draft.thumbnail[0] },
  ];
  if (id === null) return (yield* sendWithFiles(key, videoRoutes.uploadVideo, { fields, files }))._id;
  const params = { id };
  const emptied = (['teaser', 'thumbnail'] as const).filter((type) => isEmptied(draft, type));
  for (const type of emptied) yield* callEndpoint(videoRoutes.removeVideoFile, { params, query: {}, body: { type } });
  // Each removal was a separate change, so the draft's revision is outdated.
  const revision = emptied.length > 0 ? undefined : draft.revision;
  yield* sendWithFiles(key, videoRoutes.updateVideo, { fields, files, input: { params, body: {} }, revision });
  return id;
}

/** Only our API can clear lists by a form. */
const listProblems = (draft: Draft): DraftProblems => ({
  ...(draft.tags.length === 0 &&
    hadValue(draft, 'tags') && { tags: 'Keep at least one tag. This site can’t remove the last one.' }),
  ...(draft.participants.length === 0 &&
    hadValue(draft, 'participants') && {
      participants: 'Keep at least one creator. This site can’t remove the last one.',
    }),
});

function getProblems(draft: Draft, rules: DraftRules): DraftProblems {
  return {
    ...(draft.title.trim() === '' && { title: 'Add a title.' }),
    ...(draft.files.length === 0 && { files: 'Add the video.' }),
    ...getCommonProblems(draft, rules),
    ...(!rules.canClear && listProblems(draft)),
  };
}

function* open(id: string) {
  return toDraft(yield* callEndpoint(videoRoutes.getPerformerVideo, { params: { id } }));
}

/** Wire contract 2.10. */
export const videoStudio: StudioKind = {
  isMadeIn: 'one call',
  *list({ kind: _kind, type: _type, ...query }, place) {
    const { data, total } = yield* callSearch(videoRoutes.searchPerformerVideos, { query: { ...query, ...place } });
    return { data: data.map(toOwnItem), total };
  },
  open,
  save: (draft, as) => storeVideo(draft, getPublication(draft, as)),
  *change(id, to) {
    yield* storeVideo(yield* open(id), getPublicationFor(to));
  },
  *remove(id) {
    yield* callEndpoint(videoRoutes.deleteVideo, { params: { id } });
  },
  upload(slot) {
    if (slot === 'thumbnail') return { purpose: 'performer-video-thumbnail' };
    return { purpose: slot === 'teaser' ? 'performer-video-teaser' : 'performer-video' };
  },
  refuseMore({ files }, kind) {
    if (kind !== 'video') return 'Choose a video here.';
    return files.length > 0 ? 'Remove the other video first.' : null;
  },
  getProblems,
};
