import { streamRoutes } from '@contract/content/stream-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import type { CaptureState } from '@/services/streaming/capture';
import type { PublishState } from '@/services/streaming/stream-publication';
import { selectSupportsCall } from '@/store/backend';
import type { StoreState } from '@/store/state';
import type { ShowSetup } from './show-setup';

export type Show = EndpointData<'searchStreams'>['data'][number];
export type ShowSeat = EndpointData<'getSeat'>;
export type ViewerRow = EndpointData<'listStreamViewers'>['data'][number];
export type Person = ViewerRow['user'];
export type StreamSummary = EndpointData<'endStream'>;

/**
 * Where a host stands. `elsewhere`: the show is sent from another tab or device; `interrupted`: it is live, and nothing sends it.
 */
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

/** A fan who asks for a private show. */
export interface PrivateRequest {
  conversationId: string;
  user: Person | null;
  /** A minute, in major units; null where it was not told. */
  price: number | null;
  note: string;
  /** Until when it can be accepted; null where nobody tells. */
  answerBy: string | null;
}

/** The private show that runs. */
export interface PrivateShow {
  /** Of its seat; null where the backend counts no minutes. */
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

/** The result of a private show. */
export interface PrivateResult {
  name: string;
  endedBy: ShowSeat['endedBy'];
  minutes: number;
  earned: number | null;
}

/** Somebody whom the host muted or removed in this show. */
export interface Restricted {
  userId: string;
  name: string;
  kind: 'mute' | 'ban';
}

/** The result of a show; backends of the family tell nothing of it. */
export type Summary = Pick<StreamSummary, 'title' | 'duration' | 'peakViewers'> & Partial<StreamSummary>;

export interface StudioState {
  phase: StudioPhase;
  setup: ShowSetup;
  /** Why the last press on "Go live" was refused. */
  refusal: ApiFailure | null;
  capture: CaptureState;
  show: Show | null;
  /** So far, where the backend tells. */
  takings: { tips: number; earned: number } | null;
  viewers: { total: number; members: Person[]; peak: number };
  publication: { state: PublishState | 'idle'; lostAt: number | null };
  requests: PrivateRequest[];
  /** Conversation whose request is being answered. */
  answering: string | null;
  privateShow: PrivateShow | null;
  isPrivateEnding: boolean;
  privateResult: PrivateResult | null;
  /** Members of a group show who pay by the minute. */
  groupSeats: ShowSeat[];
  watchers: { status: 'idle' | 'pending' | 'ready' | 'failed'; rows: ViewerRow[]; total: number };
  restricted: Restricted[];
  saving: { status: 'idle' | 'pending' | 'failed'; error: ApiFailure | null };
  summary: Summary | null;
  /** The show that is over was recorded. */
  wasRecorded: boolean;
  endedBy: 'host' | 'hostGone' | 'operator' | null;
}

declare module '@/store/state' {
  interface StoreState {
    liveStudio: StudioState;
  }
}

/**
 * Whether the backend keeps a host's show over a reload, and takes its audience, goal, prices by the minute and recording.
 */
export const selectKeepsShows = selectSupportsCall(streamRoutes.getOwnStream);

export const selectStudio = (state: StoreState) => state.liveStudio;
export const selectSetup = (state: StoreState) => state.liveStudio.setup;
export const selectCapture = (state: StoreState) => state.liveStudio.capture;
/** Agora and LiveKit tell the backend nothing of a picture, and record none for us. */
export const selectHasForeignEngine = ({ settings: { values } }: StoreState): boolean =>
  Boolean(values.agoraEnable || values.livekitUrl);
export const selectOwnShow = (state: StoreState) => state.liveStudio.show;
export const selectPublication = (state: StoreState) => state.liveStudio.publication;
export const selectPrivateShow = (state: StoreState) => state.liveStudio.privateShow;
export const selectPhase = (state: StoreState) => state.liveStudio.phase;

/** Whether something of the host can be seen or heard. */
export const selectHasMedia = ({ liveStudio: { capture } }: StoreState): boolean =>
  capture.camera.status === 'on' || capture.microphone.status === 'on' || capture.isScreenShared;

/** A show that viewers see now, or that is about to be over. */
export const selectIsOnAir = ({ liveStudio: { phase } }: StoreState): boolean => phase === 'live' || phase === 'ending';
