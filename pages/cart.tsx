import { definePage } from '@/composition/define-page';
import { cartCheckFeature } from '@/features/money/cart/cart-check-feature';
import { cartFeature } from '@/features/money/cart/cart-feature';
import { CartScreen } from '@/screens/money/cart-screen';

export default definePage(CartScreen, { layout: 'public', features: [cartFeature, cartCheckFeature] });
