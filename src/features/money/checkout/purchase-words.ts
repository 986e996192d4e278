import { formatMoney } from '@/lib/format-money';
import type { Purchase } from './purchase';

/** True for a title that counts the content of an untitled item: `2 photos`, `1 photo and Video, 3:08`. */
const isSeveral = (title: string): boolean =>
  /^[\d,]+ (photos|videos|recordings|sounds)\b|^1 photo(,| and) /.test(title);

export function getDoneText(purchase: Purchase): { title: string; text: string; button: string } {
  switch (purchase.kind) {
    case 'unlock':
    case 'unlockByCard':
      if (purchase.item.target === 'stream')
        return { title: 'You’re in', text: 'Your ticket is for this show.', button: 'Watch' };
      return {
        title: 'Unlocked',
        text: `${purchase.item.title} by ${purchase.item.performer.name} ${isSeveral(purchase.item.title) ? 'are' : 'is'} yours to keep.`,
        button: 'Open',
      };
    case 'order':
    case 'orderByCard':
    case 'product':
      return { title: 'Paid', text: 'Your order is placed.', button: 'Done' };
    case 'tip':
      return { title: 'Sent', text: `You tipped ${purchase.name} ${formatMoney(purchase.price)}.`, button: 'Back' };
    case 'subscribe':
      return {
        title: 'You’re in',
        text: `Everything ${purchase.name} posts for subscribers is open.`,
        button: 'See it',
      };
    case 'trial':
      return {
        title: 'You’re in',
        text: `Your ${purchase.days}-day trial with ${purchase.name} has started. It ends by itself.`,
        button: 'See it',
      };
    case 'topUp':
      return { title: 'Topped up', text: `${formatMoney(purchase.amount)} was added to your wallet.`, button: 'Done' };
    case 'platform':
      return { title: 'You’re in', text: 'Everything for site members is open.', button: 'See it' };
  }
}
