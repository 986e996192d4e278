import { noPayments, PaymentRefused, type PaymentGateway } from './payment';

/** Stands where no company is there to take money: every card is refused, nothing is ever paid. */
export function createNoPayments(): PaymentGateway {
  const refuse = async () => {
    throw new PaymentRefused(noPayments);
  };
  return {
    name: 'stripe',
    isProduction: true,
    isMissing: true,
    attachCard: refuse,
    charge: refuse,
    cancel: refuse,
    refund: refuse,
  };
}
