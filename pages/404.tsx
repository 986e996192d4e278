import { definePage } from '@/composition/define-page';
import { NotFoundScreen } from '@/screens/site/not-found-screen';

export default definePage(NotFoundScreen, { layout: 'public', noredirect: true, isMissing: () => true });
