import { getCardEntryWay, type CardEntryWay } from '@/config/card-entry';
import { publicEnv } from '@/config/env';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import type { Card } from './cards-slice';

/** Where a card number goes on this site, if anywhere. */
export const useCardEntryWay = (): CardEntryWay => getCardEntryWay(useAppSelector(selectSettings), publicEnv());

/** What stands in place of a card form where this site takes no card itself. */
export const GATEWAY_PAGE_TEXT = 'You’ll enter your card on the payment provider’s page.';

/** `Visa ending 4242` */
export const getCardName = ({ brand, last4Digits }: Card) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4Digits}`;

/** `Expires 08/29` */
export const getCardExpiry = ({ month, year }: Card) => `Expires ${month.padStart(2, '0')}/${year.slice(-2)}`;
