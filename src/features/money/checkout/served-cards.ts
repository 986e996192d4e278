import { paymentRoutes } from '@contract/money/payment-routes';
import { selectServes } from '@/store/backend';

/** Whether the backend keeps cards: older ones leave them to their gateway altogether. */
export const selectKeepsCards = selectServes(paymentRoutes.listCards);
