import type { EndpointName } from '@contract/schemas';

/** Calls that are declared and that the reference API does not serve yet. This list only shrinks. */
export const notServedYet: ReadonlySet<EndpointName> = new Set<EndpointName>([
  // shows
  'startStream', 'updateLiveStream', 'updateStream', 'setStreamDuration', 'joinStream', 'createStreamToken', 'searchStreams',
  'requestPrivateChat', 'acceptPrivateChat', 'declinePrivateChat', 'buyStream',
  'getOwnStream', 'endStream', 'getStreamSummary', 'listStreamViewers', 'createStreamAccess',
  'connectStream', 'listSeats', 'getSeat', 'leaveSeat', 'joinGroupShow', 'setShowReminder', 'removeShowReminder',
]); // prettier-ignore
