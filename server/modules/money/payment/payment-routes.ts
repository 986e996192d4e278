import { bind, type Binding } from '../../../http/register-endpoint';
import type { CardService } from './card-service';
import type { PaymentService } from './payment-service';
import type { TaxService } from './tax-service';

export interface PaymentServices {
  payment: PaymentService;
  card: CardService;
  tax: TaxService;
}

export const paymentBindings = ({ payment, card, tax }: PaymentServices): Binding[] => [
  bind('searchTransactions', (call) => payment.search(call.actor, call.query)),
  bind('getTransaction', (call) => payment.get(call.actor, call.params.id)),
  bind('confirmPayment', (call) => payment.confirm(call.actor, call.params.id, call.body.outcome)),
  bind('listCards', (call) => card.list(call.actor, call.query)),
  bind('addCard', (call) => card.add(call.actor, call.body)),
  bind('checkCardEmail', (call) => card.checkEmail(call.actor)),
  bind('setDefaultCard', (call) => card.setDefault(call.actor, call.body.cardId)),
  bind('deleteCard', (call) => card.remove(call.actor, call.params.id)),
  bind('validateTaxAddress', async (call) => tax.validate(call.body)),
  bind('calculateTax', (call) => tax.calculate(call.body, call.country)),
];
