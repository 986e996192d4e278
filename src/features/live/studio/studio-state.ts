import { limits } from '@contract/base/limits';
import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { CaptureState } from '@/services/streaming/capture';
import type { PublishState } from '@/services/streaming/stream-publication';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { ShowSetup, ShowTexts } from './show-setup';

export type Show = EndpointData<'searchStreams'>['data'][number];
export type ShowSeat = EndpointData<'getSeat'>;
export type ViewerRow = EndpointData<'listStreamViewers'>['data'][number];
export type Person = ViewerRow['user'];
export type StreamSummary = EndpointData<'endStream'>;

/** `elsewhere`: another tab or device sends the show. `interrupted`: it is live, but nothing sends it. */
export type StudioPhase =
  | 'idle'
  | 'loading'
  | 'setup'
  | 'starting'
  | 'elsewhere'
  | 'interrupted'
  | 'live'
  | 'ending'
  | 'ended';

/** True if this tab knows the show but does not send it. */
export const isFoundPhase = (phase: StudioPhase): boolean => phase === 'elsewhere' || phase === 'interrupted';

export interface PrivateRequest {
  conversationId: string;
  user: Person | null;
  /** Per minute, in major units; null if the backend does not send it. */
  price: number | null;
  note: string;
  /** Deadline to accept; null if the backend has none. */
  answerBy: string | null;
}

export interface PrivateShow {
  /** Null if the backend counts no minutes. */
  seatId: string | null;
  conversationId: string;
  streamId: string;
  sessionId: string;
  user: Person | null;
  price: number | null;
  startedAt: string;
  minutes: number;
  earned: number | null;
}

export interface PrivateResult {
  name: string;
  endedBy: ShowSeat['endedBy'];
  minutes: number;
  earned: number | null;
}

export interface Restricted {
  userId: string;
  name: string;
  kind: 'mute' | 'ban';
  /** End of a mute, in milliseconds since 1970; null if it lasts until the show ends. */
  until: number | null;
}

/** The one that is lifted first: a viewer who was muted and then removed stays muted once let back in. */
export const findRestriction = (all: readonly Restricted[], userId: string): Restricted | undefined =>
  all.find((one) => one.userId === userId && one.kind === 'ban') ?? all.find((one) => one.userId === userId);

/** Compatible backends send no summary. */
export type Summary = Pick<StreamSummary, 'title' | 'duration' | 'peakViewers'> & Partial<StreamSummary>;

export interface StudioState {
  phase: StudioPhase;
  setup: ShowSetup;
  /** Texts that an announcement of the show filled in. */
  announced: ShowTexts;
  refusal: ApiFailure | null;
  capture: CaptureState;
  show: Show | null;
  /** Income so far; null if the backend does not send it. */
  takings: { tips: number; earned: number } | null;
  viewers: { total: number; members: Person[]; peak: number };
  publication: { state: PublishState | 'idle'; lostAt: number | null };
  requests: PrivateRequest[];
  answering: string | null;
  privateShow: PrivateShow | null;
  isPrivateEnding: boolean;
  privateResult: PrivateResult | null;
  groupSeats: ShowSeat[];
  watchers: { status: 'idle' | 'pending' | 'ready' | 'failed'; rows: ViewerRow[]; total: number };
  restricted: Restricted[];
  /** `pending`: number of edits that are not stored yet. */
  saving: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null; pending: number };
  /** The open sheet with edits, which shows the failures of its own ones; those of other edits become notices. */
  sheet: EditSheet | null;
  summary: Summary | null;
  wasRecorded: boolean;
  endedBy: 'host' | 'hostGone' | 'operator' | null;
}

export type EditSheet = 'show' | 'chat';

declare module '@/store/state' {
  interface StoreState {
    liveStudio: StudioState;
  }
}

/** Whether the backend keeps a host's show during a reload, and has audiences, goals, minute prices and recordings. */
export const selectKeepsShows = selectSupportsCall(streamRoutes.getOwnStream);

export const selectListsRestrictions = selectSupportsCall(streamRoutes.listRestrictions);

export const selectStudio = (state: StoreState) => state.liveStudio;
export const selectSetup = (state: StoreState) => state.liveStudio.setup;
/** True while the form has texts of the host from which no show was started. */
export const selectHasTypedTexts = ({ liveStudio: { setup, announced } }: StoreState): boolean =>
  (Object.keys(announced) as (keyof ShowTexts)[]).some((field) => setup[field] !== announced[field]);
export const selectCapture = (state: StoreState) => state.liveStudio.capture;
/** True for Agora and LiveKit, which do not report lost pictures to the backend, and do not record for us. */
export const selectHasForeignEngine = ({ settings: { values } }: StoreState): boolean =>
  Boolean(values.agoraEnable || values.livekitUrl);
export const selectOwnShow = (state: StoreState) => state.liveStudio.show;
export const selectPublication = (state: StoreState) => state.liveStudio.publication;
export const selectPrivateShow = (state: StoreState) => state.liveStudio.privateShow;
export const selectPhase = (state: StoreState) => state.liveStudio.phase;

/**
 * When the backend ends the show if the host stays away, in milliseconds since 1970; null while the picture arrives. After a
 * reload, only the backend knows since when it is gone.
 */
export function selectAwayEnd({ liveStudio: { show, publication } }: StoreState): number | null {
  const { lostAt, state } = publication;
  const toldAt = show?.hostAwaySince && state !== 'live' ? Date.parse(show.hostAwaySince) : Infinity;
  const graceMs = limits.hostGraceSeconds * 1_000;
  // A report from before the last reconnect says nothing about this loss.
  const isOfThisLoss = lostAt === null || toldAt > lostAt - graceMs;
  const since = Math.min(lostAt ?? Infinity, isOfThisLoss ? toldAt : Infinity);
  return since === Infinity ? null : since + graceMs;
}

export const selectHasMedia = ({ liveStudio: { capture } }: StoreState): boolean =>
  capture.camera.status === 'on' || capture.microphone.status === 'on' || capture.isScreenShared;

export const selectIsOnAir = ({ liveStudio: { phase } }: StoreState): boolean => phase === 'live' || phase === 'ending';
