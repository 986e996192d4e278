import type { SaleKind, SiteSettings } from '../../site/settings/site-settings';
import type { EarningView } from './earning-presenter';

/** The kind of sale, as the operator sets commissions for it. */
function kindOf(type: EarningView['type']): SaleKind {
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

/** The platform's share as a fraction: the creator's own, else the one of this kind of sale, else the site's. Decisions 2. */
export function commissionOf(
  performer: { commission: number | null },
  type: EarningView['type'],
  site: Pick<SiteSettings, 'commission' | 'commissions'>,
): number {
  return performer.commission ?? site.commissions[kindOf(type)] ?? site.commission;
}
