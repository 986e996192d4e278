import { definePage } from '@/composition/define-page';
import { cartFeature } from '@/features/money/cart/cart-feature';
import { itemPage } from '@/screens/content/item-page';
import { ItemScreen } from '@/screens/content/item-screen';

const page = itemPage('product');

export default definePage(() => <ItemScreen kind="product" />, { ...page, features: [...page.features, cartFeature] });
