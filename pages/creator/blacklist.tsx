import { definePage } from '@/composition/define-page';
import { blockFeature } from '@/features/block/block-feature';
import { peopleWanted } from '@/features/block/block-slice';
import { BlacklistScreen } from '@/screens/blacklist-screen';

export default definePage(BlacklistScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [blockFeature],
  load: () => [peopleWanted()],
});
