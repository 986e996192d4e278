import { bind, type Binding } from '../../http/register-endpoint';
import type { TopUpService } from './top-up-service';
import type { WalletService } from './wallet-service';

export const walletBindings = (wallet: WalletService, topUp: TopUpService): Binding[] => [
  bind('topUpWallet', (call) => topUp.topUp(call, call.body)),
  bind('tipPerformer', (call) => wallet.tip(call, call.params.id, call.body)),
  bind('buyFeed', (call) => wallet.unlock(call, { target: 'feed', id: call.params.id, ...call.body })),
  bind('buyMessage', (call) => wallet.unlock(call, { target: 'message', id: call.params.id, ...call.body })),
  bind('listCharges', (call) => wallet.search(call.actor, call.query)),
];
