import { definePage } from '@/composition/define-page';
import { blockFeature, people } from '@/features/identity/block/block-feature';
import { BlacklistScreen } from '@/screens/identity/blacklist-screen';

export default definePage(BlacklistScreen, {
  layout: 'primary',
  onlyPerformer: true,
  features: [blockFeature],
  load: () => [people.requested({})],
});
