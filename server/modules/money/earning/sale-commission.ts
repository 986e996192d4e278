import { cents, splitCommission, type Cents } from '@contract/base/money';
import { getEarningTerms } from '../../site/settings/settings-service';
import type { SaleKind, SiteSettings } from '../../site/settings/site-settings';
import type { EarningView } from './earning-report';

/** The parts of a sale that its commission depends on. */
interface CommissionedSale {
  performer: { id: string; commission: number | null };
  type: EarningView['type'];
  /** The payment, without tax. */
  gross: Cents;
  /** The price before a coupon, where there was one: the creator's share is computed from it, up to `gross`. */
  listPrice?: Cents;
}

/** @returns the shares of creator and platform, together exactly `gross`, and the platform's share as a fraction. */
export function splitSale(
  { performer, type, gross, listPrice = gross }: CommissionedSale,
  site: SiteSettings,
): { net: Cents; commission: Cents; siteCommission: number } {
  const siteCommission = getCommission(performer, type, site);
  // A coupon reduces the platform's commission first, then the creator's share. Promises M-19.
  const net = cents(Math.min(gross, splitCommission(listPrice, siteCommission).net));
  return { siteCommission, net, commission: cents(gross - net) };
}

function getCommission(
  performer: CommissionedSale['performer'],
  type: EarningView['type'],
  site: SiteSettings,
): number {
  const { commission, commissions } = getEarningTerms(performer, site);
  const saleKind = getSaleKind(type);
  return commissions.find(({ kind }) => kind === saleKind)?.commission ?? commission;
}

/** The kind of sale that the operator sets a commission for. */
function getSaleKind(type: EarningView['type']): SaleKind {
  switch (type) {
    case 'tip':
    case 'stream_tip':
    case 'gift':
      return 'tip';
    case 'monthly_subscription':
    case 'yearly_subscription':
      return 'subscription';
    case 'public_chat':
    case 'group_chat':
    case 'private_chat':
      return 'stream';
    default:
      return type;
  }
}
