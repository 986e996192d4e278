import { definePage } from '@/composition/define-page';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';
import { performerFeature } from '@/features/identity/performer/performer-feature';
import { profileRequested, selectAddress } from '@/features/identity/performer/performer-slice';
import { chatFeature } from '@/features/live/chat/chat-feature';
import { roomFeature } from '@/features/live/room/room-feature';
import { joinRequested } from '@/features/live/room/room-slice';
import { seatFeature } from '@/features/live/seat/seat-feature';
import { isWithoutShows, showFeature } from '@/features/live/show/show-feature';
import { RoomScreen } from '@/screens/live/room-screen';

const getAddress = (query: Record<string, string | string[] | undefined>) => String(query['username'] ?? '');

export default definePage(RoomScreen, {
  layout: 'public',
  features: [performerFeature, reactionFeature, showFeature, roomFeature, chatFeature, seatFeature],
  load: ({ query }) => [profileRequested({ address: getAddress(query) })],
  loadNext({ query, state }) {
    const performerId = selectAddress(getAddress(query))(state)?.id;
    return performerId === undefined ? [] : [joinRequested({ performerId })];
  },
  isMissing: ({ query, state }) =>
    isWithoutShows(state) || selectAddress(getAddress(query))(state)?.status === 'missing',
});
