import { bind, type Binding } from '../../../http/register-endpoint';
import type { StatementService } from './statement-service';
import type { TopUpService } from './top-up-service';
import type { WalletService } from './wallet-service';

export interface WalletServices {
  wallet: WalletService;
  topUp: TopUpService;
  statement: StatementService;
}

export const walletBindings = ({ wallet, topUp, statement }: WalletServices): Binding[] => [
  bind('topUpWallet', (call) => topUp.topUp(call, call.body)),
  bind('tipPerformer', (call) => wallet.tip(call, call.params.id, call.body)),
  bind('buyFeed', (call) => wallet.unlock(call, { target: 'feed', id: call.params.id, ...call.body })),
  bind('buyVideo', (call) => wallet.unlock(call, { target: 'video', id: call.params.id, ...call.body })),
  bind('buyGallery', (call) => wallet.unlock(call, { target: 'gallery', id: call.params.id, ...call.body })),
  bind('buyMessage', (call) => wallet.unlock(call, { target: 'message', id: call.params.id, ...call.body })),
  bind('listCharges', (call) => wallet.search(call.actor, call.query)),
  bind('listWalletLines', (call) => statement.list(call.actor, call.query)),
];
