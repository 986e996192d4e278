import { definePage } from '@/app/define-page';
import { NotFoundScreen } from '@/screens/not-found-screen';

export default definePage(NotFoundScreen, { layout: 'public', noredirect: true });
