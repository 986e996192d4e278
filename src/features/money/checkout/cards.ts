import { getCardEntryWay, type CardEntryWay } from '@/config/card-entry';
import { publicEnv } from '@/config/env';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';
import type { Card } from './cards-slice';

export const useCardEntryWay = (): CardEntryWay => getCardEntryWay(useAppSelector(selectSettings), publicEnv());

/** Shown instead of the card form on sites that take no card numbers themselves. */
export const GATEWAY_PAGE_TEXT = 'You’ll enter your card on the payment provider’s page.';

export const getCardName = ({ brand, last4Digits }: Card) =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending ${last4Digits}`;

export const getCardExpiry = ({ month, year }: Card) => `Expires ${month.padStart(2, '0')}/${year.slice(-2)}`;
