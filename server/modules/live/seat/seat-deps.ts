import type { ServerContext } from '../../../context';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { PaymentEligibility } from '../../money/payment-eligibility/payment-eligibility-service';
import type { SpendingLimitService } from '../../money/spending-limit/spending-limit-service';
import type { WalletService } from '../../money/wallet/wallet-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { ChatService } from '../chat/chat-service';
import type { EntryService } from '../show/entry-service';
import type { ShowRooms } from '../show/room/show-rooms';
import type { ShowService } from '../show/show-service';
import type { SeatDetailRepository } from './seat-detail-repository';
import type { SeatRepository } from './seat-repository';
import type { SeatWatch } from './seat-watch';

export interface SeatNeeds {
  show: Pick<ShowService, 'repository' | 'preparePrivate' | 'beginPrivate' | 'endLocked'>;
  entry: EntryService;
  rooms: Pick<ShowRooms, 'enter' | 'leave' | 'readMembers'>;
  chat: Pick<ChatService, 'present'>;
  people: Pick<PeopleService, 'find' | 'findMany' | 'publicViews'>;
  settings: SettingsService;
  notification: Pick<NotificationService, 'add' | 'withdraw'>;
  eligibility: Pick<PaymentEligibility, 'open'>;
  spendingLimit: Pick<SpendingLimitService, 'assertWithin'>;
  wallet: Pick<WalletService, 'charge' | 'refund'>;
}

export interface SeatDeps extends SeatNeeds, Pick<ServerContext, 'db' | 'clock' | 'publisher'> {
  repository: SeatRepository;
  details: SeatDetailRepository;
  watch: SeatWatch;
}
