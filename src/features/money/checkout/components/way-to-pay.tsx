import { Segmented } from '@/components/form/segmented';
import { formatMoney } from '@/lib/format-money';

export type PayWay = 'wallet' | 'card';

interface WayToPayProps {
  value: PayWay;
  /** Major units. */
  wallet: number;
  onChange(way: PayWay): void;
}

/** For what both can pay: the wallet, with what it holds, or a card. */
export const WayToPay = ({ value, wallet, onChange }: WayToPayProps) => (
  <Segmented
    label="Pay from"
    options={[
      { value: 'wallet', label: `Wallet, ${formatMoney(wallet)}` },
      { value: 'card', label: 'Card' },
    ]}
    value={value}
    onChange={onChange}
  />
);

/** The way to pay that a sheet opens on: a card where the wallet cannot pay all of it. Major units. */
export const getFirstWay = (wallet: number, price: number): PayWay => (wallet < price ? 'card' : 'wallet');
