import type { Card } from '../checkout-slice';

/** `Visa ending 4242` */
export const cardName = ({ brand, last4Digits }: Card) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4Digits}`;

/** `Expires 08/29` */
export const cardExpiry = ({ month, year }: Card) => `Expires ${month.padStart(2, '0')}/${year.slice(-2)}`;
