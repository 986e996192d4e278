import { definePage } from '@/composition/define-page';
import { blockFeature } from '@/features/identity/block/block-feature';
import { people } from '@/features/identity/block/block-slice';
import { BlacklistScreen } from '@/screens/identity/blacklist-screen';

export default definePage(BlacklistScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [blockFeature],
  load: () => [people.requested({})],
});
