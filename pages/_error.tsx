import { definePage } from '@/app/define-page';
import { ErrorScreen } from '@/screens/error-screen';

export default definePage(ErrorScreen, { layout: 'public', noredirect: true });
