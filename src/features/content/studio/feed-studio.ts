import { put } from 'redux-saga/effects';
import { feedRoutes } from '@contract/content/feed-routes';
import { limits } from '@contract/base/limits';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { getAudience } from '@/lib/audience';
import { toLocalTime } from '@/lib/calendar';
import { CHOOSE_MEDIA_TEXT } from '@/lib/file-words';
import { ApiError } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import {
  emptyDraft,
  wasPublished,
  getDraftKey,
  getPublicationTime,
  getShowTime,
  type Draft,
  type DraftFile,
  type DraftPoll,
  type FileKind,
} from './draft';
import { getCommonProblems, type DraftProblems, type DraftRules } from './draft-problems';
import {
  getOffer,
  getPublicationFor,
  getPublication,
  getStanding,
  hadValue,
  toDraftFile,
  omitIfNeverSet,
} from './draft-wire';
import type { StoreAs, StudioKind, UploadWay } from './studio-kind';
import { draftAutosaveRequested, pollStored } from './studio-slice';
import { findFileId } from './upload-step';

const DAY_MS = 86_400_000;

type FeedBody = NonNullable<EndpointInput<'createFeed'>['body']>;
type FeedQuery = NonNullable<EndpointInput<'listPerformerFeeds'>['query']>;
export type OwnFeed = EndpointData<'getPerformerFeed'>;

/** @param as the state for a post that was never published; others keep their state */
export function toFeedBody(draft: Draft, pollIds: string[], as: StoreAs): FeedBody {
  const findFirstId = ([file]: DraftFile[]) => (file ? findFileId(file) : null);
  return {
    type: draft.showAt === null ? (draft.files[0]?.kind ?? 'text') : 'scheduled-streaming',
    title: omitIfNeverSet(draft, 'title', draft.title.trim()),
    text: omitIfNeverSet(draft, 'text', draft.text.trim()),
    tagline: omitIfNeverSet(draft, 'tagline', draft.tagline.trim()),
    fileIds: draft.files.flatMap((file) => findFileId(file) ?? []),
    fileAlts: draft.files.flatMap((file) => {
      const fileId = findFileId(file);
      return fileId === null ? [] : [{ fileId, alt: file.alt }];
    }),
    thumbnailId: findFirstId(draft.thumbnail),
    teaserId: findFirstId(draft.teaser),
    ...getOffer(draft),
    pollIds,
    pollDescription: omitIfNeverSet(draft, 'poll', draft.poll?.question.trim() ?? ''),
    pollExpiredAt: getPollEnd(draft),
    ...getAnnouncement(draft),
    ...getPublication(draft, as),
  };
}

/** Sent for posts that announce a show, or did so before. */
function getAnnouncement(draft: Draft): Pick<FeedBody, 'streamingScheduled'> {
  const startsAt = getShowTime(draft);
  return startsAt || hadValue(draft, 'showAt') ? { streamingScheduled: startsAt?.toISOString() ?? null } : {};
}

/** Days are counted from the publication of the post. */
function getPollEnd({ poll, isLater, scheduleAt }: Draft): string | null {
  if (!poll) return null;
  if (poll.days === null) return poll.endsAt;
  const from = isLater && scheduleAt ? new Date(scheduleAt).getTime() : Date.now();
  return new Date(from + poll.days * DAY_MS).toISOString();
}

/** Compatible backends replace the whole post, and delete files that are missing from the body. Wire contract 2.6. */
function toWholeBody(feed: OwnFeed): FeedBody {
  const { type, title, text, tagline, fileIds, thumbnailId, teaserId, isSale, price } = feed;
  const { pollIds, pollDescription, pollExpiredAt, streamingScheduled } = feed;
  const whole: FeedBody = {
    type,
    title,
    text,
    tagline,
    fileIds,
    thumbnailId,
    teaserId,
    isSale,
    price,
    pollIds,
    pollDescription,
    pollExpiredAt,
    streamingScheduled,
  };
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

export function toDraft(feed: OwnFeed): Draft & { id: string } {
  return {
    ...emptyDraft,
    id: feed._id,
    revision: feed.revision,
    title: feed.title ?? '',
    text: feed.text,
    tagline: feed.tagline ?? '',
    audience: getAudience(feed),
    price: feed.isSale && feed.price ? String(feed.price) : '',
    files: feed.files.map((file) => toDraftFile(file)),
    thumbnail: feed.thumbnail ? [toDraftFile(feed.thumbnail, 'photo')] : [],
    teaser: feed.teaser ? [toDraftFile(feed.teaser, 'video')] : [],
    poll: toPoll(feed),
    showAt: feed.streamingScheduled ? toLocalTime(feed.streamingScheduled) : null,
    announcedAt: feed.streamingScheduled ?? null,
    ...getStanding(feed, feed.scheduleAt),
  };
}

function toPoll({ polls, pollDescription, pollExpiredAt }: OwnFeed): DraftPoll | null {
  if (polls.length === 0) return null;
  const options = polls.map((option) => ({ id: option._id, text: option.description }));
  return { question: pollDescription ?? '', options, days: null, endsAt: pollExpiredAt ?? null };
}

/** Makes one call per option. Stored options keep their ids, so that no votes are lost. Wire contract 2.6. */
function* storePoll(draft: Draft) {
  const { poll } = draft;
  if (!poll) return [];
  const options: { id: string | null; text: string }[] = [];
  for (const option of poll.options) {
    const description = option.text.trim();
    if (option.id || !description) options.push(option);
    else options.push({ ...option, id: (yield* callEndpoint(feedRoutes.createPoll, { body: { description } }))._id });
  }
  // If the post is then rejected, the next attempt uses the same options.
  yield put(pollStored({ key: getDraftKey(draft), options }));
  yield put(draftAutosaveRequested());
  return options.flatMap(({ id }) => id ?? []);
}

const POLL_OVER_TEXT = 'The poll would be over before the post is out. Choose how long it stays open.';

/** For an unpublished post, the end of its poll may have been computed for an earlier day. */
function endsBeforePublication(draft: Draft): boolean {
  if (wasPublished(draft) || !draft.poll || draft.poll.days !== null || draft.poll.endsAt === null) return false;
  const out = draft.isLater && draft.scheduleAt !== '' ? getPublicationTime(draft).getTime() : Date.now();
  return Date.parse(draft.poll.endsAt) <= out;
}

function getProblems(draft: Draft, rules: DraftRules): DraftProblems {
  const { canHaveNoText, keepsDetails } = rules;
  const problems = getCommonProblems(draft, rules);
  if (draft.text.trim() === '' && !canHaveNoText) problems.text = 'Write a few words.';
  else if (draft.text.trim() === '' && draft.files.length === 0 && !draft.poll)
    problems.text = 'Write something, or add a file or a poll.';
  if (keepsDetails && draft.audience === 'sale' && draft.tagline.trim() === '')
    problems.tagline = 'Say what buyers will get.';
  if (draft.audience === 'sale' && draft.files.length === 0) problems.files = 'Add at least one file to sell.';
  if (draft.poll) {
    const filled = draft.poll.options.filter((option) => option.text.trim() !== '');
    if (draft.poll.question.trim() === '' || filled.length < 2)
      problems.poll = 'A poll needs a question and two answers.';
    else if (endsBeforePublication(draft)) problems.poll = POLL_OVER_TEXT;
  }
  const showProblem = getShowProblem(draft);
  if (showProblem) problems.showAt = showProblem;
  return problems;
}

/** A published post may keep the start of a show that is over. */
function getShowProblem(draft: Draft): string | undefined {
  const startsAt = getShowTime(draft);
  if (startsAt === null) return undefined;
  const isKept = wasPublished(draft) && startsAt.getTime() === Date.parse(draft.announcedAt ?? '');
  if (!isKept && !(startsAt.getTime() > Date.now())) return 'Choose a start in the future.';
  if (draft.isLater && !(startsAt > getPublicationTime(draft)))
    return 'The post would be out after the show has begun.';
  return undefined;
}

type PostFile = Exclude<FileKind, 'file'>;

const FULL_TEXTS: Record<PostFile, string> = {
  photo: `A post holds up to ${limits.feedFiles} pictures, or one video, or one audio file.`,
  video: 'A post holds one video. Remove the other file first.',
  audio: 'A post holds one audio file. Remove the other file first.',
};

const uploads: Record<PostFile | 'thumbnail' | 'teaser', UploadWay> = {
  photo: { purpose: 'feed-photo', route: feedRoutes.uploadFeedPhoto },
  video: { purpose: 'feed-video', route: feedRoutes.uploadFeedVideo },
  audio: { purpose: 'feed-audio', route: feedRoutes.uploadFeedAudio },
  thumbnail: { purpose: 'feed-thumbnail', route: feedRoutes.uploadFeedThumbnail },
  teaser: { purpose: 'feed-teaser', route: feedRoutes.uploadFeedTeaser },
};

/** Wire contract 2.6. */
export const feedStudio: StudioKind = {
  isMadeIn: 'one call',
  *list({ kind, type, ...query }, place) {
    const { data, total } = yield* callSearch(feedRoutes.listPerformerFeeds, {
      query: { ...query, ...(type && { type: type as FeedQuery['type'] }), ...place },
    });
    return { data: data.map((feed) => ({ ...feed, kind })), total };
  },
  *open(id) {
    return toDraft(yield* callEndpoint(feedRoutes.getPerformerFeed, { params: { id } }));
  },
  *save(draft, as) {
    const body = toFeedBody(draft, yield* storePoll(draft), as);
    const id = draft.id ?? draft.begunId;
    if (id === null) return (yield* callEndpoint(feedRoutes.createFeed, { body }))._id;
    yield* callEndpoint(feedRoutes.updateFeed, { params: { id }, body }, { revision: draft.revision });
    return id;
  },
  *change(id, to) {
    // Fetched now, because files missing from an outdated body would be deleted.
    const feed = yield* callEndpoint(feedRoutes.getPerformerFeed, { params: { id } });
    if (to === 'published' && endsBeforePublication({ ...toDraft(feed), isLater: false }))
      throw new ApiError(422, { message: `${POLL_OVER_TEXT} Open the post to do so.` });
    const whole = toWholeBody(feed);
    const body = { ...whole, ...getPublicationFor(to) };
    yield* callEndpoint(feedRoutes.updateFeed, { params: { id }, body });
  },
  *pin(id, isPinned) {
    yield* callEndpoint(feedRoutes.updateFeed, { params: { id }, body: { isPinned } });
  },
  *remove(id) {
    yield* callEndpoint(feedRoutes.deleteFeed, { params: { id } });
  },
  upload: (slot, kind) => uploads[slot === 'files' ? (kind as PostFile) : slot],
  // All files of a post are of the same kind, and only photos can be several.
  refuseMore({ files }, kind) {
    if (kind === 'file') return CHOOSE_MEDIA_TEXT;
    const [first] = files;
    const takes = !first || (first.kind === 'photo' && kind === 'photo' && files.length < limits.feedFiles);
    return takes ? null : FULL_TEXTS[kind];
  },
  getProblems,
};
