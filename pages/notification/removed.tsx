import { definePage } from '@/composition/define-page';
import { selectHasTakedowns, takedownFeature } from '@/features/content/takedown/takedown-feature';
import { loadRemoved, RemovedScreen } from '@/screens/content/removed-screen';

export default definePage(RemovedScreen, {
  layout: 'primary',
  authenticate: true,
  features: [takedownFeature],
  load: loadRemoved,
  isMissing: ({ state }) => !selectHasTakedowns(state),
});
