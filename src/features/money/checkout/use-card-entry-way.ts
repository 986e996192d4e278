import { cardEntryWay, type CardEntryWay } from '@/config/card-entry';
import { publicEnv } from '@/config/env';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

/** Where a card number goes on this site, if anywhere. */
export const useCardEntryWay = (): CardEntryWay => cardEntryWay(useAppSelector(selectSettings), publicEnv());

/** What stands in place of a card form where this site takes no card itself. */
export const gatewayAsks = 'You’ll enter your card on the payment provider’s page.';
