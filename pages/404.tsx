import { definePage } from '@/composition/define-page';
import { NotFoundScreen } from '@/screens/not-found-screen';

export default definePage(NotFoundScreen, { layout: 'public', noredirect: true });
