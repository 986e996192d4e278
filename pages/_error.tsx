import { definePage } from '@/composition/define-page';
import { ErrorScreen } from '@/screens/site/error-screen';

export default definePage(ErrorScreen, { layout: 'public', noredirect: true });
