import { definePage } from '@/composition/define-page';
import { isWithoutShows, loadShows, showFeature } from '@/features/live/show/show-feature';
import { StreamingScreen } from '@/screens/live/streaming-screen';

export default definePage(StreamingScreen, {
  layout: 'public',
  features: [showFeature],
  load: ({ state }) => loadShows(state),
  isMissing: ({ state }) => isWithoutShows(state),
});
