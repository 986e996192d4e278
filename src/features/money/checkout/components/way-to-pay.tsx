import { Segmented } from '@/components/form/segmented';
import { formatMoney } from '@/lib/format-money';

export type PayWay = 'wallet' | 'card';

interface WayToPayProps {
  value: PayWay;
  /** Major units. */
  wallet: number;
  onChange(way: PayWay): void;
}

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

export const getFirstWay = (wallet: number, price: number): PayWay => (wallet < price ? 'card' : 'wallet');
