import { definePage } from '@/composition/define-page';
import { chatFeature } from '@/features/live/chat/chat-feature';
import { replayFeature } from '@/features/live/studio/replay-feature';
import { isWithoutShows } from '@/features/live/show/show-feature';
import { studioFeature } from '@/features/live/studio/studio-feature';
import { LiveStudioScreen } from '@/screens/live/live-studio-screen';

export default definePage(LiveStudioScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [studioFeature, chatFeature, replayFeature],
  isMissing: ({ state }) => isWithoutShows(state),
});
