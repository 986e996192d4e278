import { definePage } from '@/composition/define-page';
import { itemPage } from '@/screens/content/item-page';
import { ItemScreen } from '@/screens/content/item-screen';

export default definePage(() => <ItemScreen kind="product" />, itemPage('product'));
