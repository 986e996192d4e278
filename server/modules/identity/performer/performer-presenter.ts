import type { z } from 'zod';
import { fromCents, type Cents } from '@contract/base/money';
import type {
  EarningTerms,
  PaymentGatewaySetting,
  PerformerDetails,
  PerformerMe,
  ViewerSubscription,
} from '@contract/identity/people-schemas';
import { maskBanking, type BankingView } from './banking-mask';
import type { FileRow, FileView } from '../../site/media/media-service';
import { presentOwnState, type PerformerRow, type PerformerView, type PersonRow } from '../people/people-service';
import type { SubscriptionRow } from './performer-page-repository';

export type DetailsView = z.input<typeof PerformerDetails>;
export type PerformerMeView = z.input<typeof PerformerMe>;
export type GatewayView = z.input<typeof PaymentGatewaySetting>;

interface DetailsInput {
  row: PersonRow & { performer: PerformerRow };
  view: PerformerView;
  isBookmarked: boolean;
  hasMedia: boolean;
  subscription: SubscriptionRow | null;
}

/** `Performer.details`, wire contract 0. Omits legal names and home addresses, although compatible backends show them. */
export function presentDetails({ row, view, isBookmarked, hasMedia, subscription }: DetailsInput): DetailsView {
  const { account, performer } = row;
  return {
    ...view,
    status: account.status,
    city: performer.city,
    state: performer.state,
    languages: performer.languages,
    categoryIds: performer.categoryIds,
    socialLinks: performer.socialLinks,
    isBookMarked: isBookmarked,
    isBookmarked,
    welcomeVideoId: performer.activateWelcomeVideo ? performer.welcomeVideoId : null,
    subscription: presentSubscription(subscription),
    hasMedia,
    takesMessages: account.messagesFrom !== 'nobody',
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}

function presentSubscription(row: SubscriptionRow | null): z.input<typeof ViewerSubscription> | null {
  if (!row || row.status === 'created' || !row.expiredAt) return null;
  return {
    _id: row.id,
    subscriptionType: row.subscriptionType,
    status: row.status,
    expiredAt: row.expiredAt.toISOString(),
    startRecurringDate: row.startRecurringDate?.toISOString() ?? null,
    nextRecurringDate: row.nextRecurringDate?.toISOString() ?? null,
    price: fromCents(row.price),
  };
}

interface MeInput extends DetailsInput {
  balances: { wallet: Cents; pending: Cents };
  earningTerms: EarningTerms;
  files: ReadonlyMap<string, FileRow>;
  presentFile: (file: FileRow) => FileView;
  welcomeVideoUrl: string;
}

export function presentPerformerMe(input: MeInput): PerformerMeView {
  const { account, performer } = input.row;
  const settings = performer.payoutSettings as { paypal?: GatewayView; ccbill?: GatewayView };
  const document = (id: string | null, stored: PerformerRow['idVerificationStatus']) => {
    const file = id === null ? undefined : input.files.get(id);
    const view = file && input.presentFile(file);
    if (!view) return null;
    const status = stored ?? (performer.verifiedDocument ? 'approved' : 'waiting');
    const reason = status === 'rejected' ? performer.rejectionReason : null;
    const sentAt = file.createdAt.toISOString();
    return { _id: view._id, url: view.url ?? '', mimeType: view.mimeType ?? '', status, reason, sentAt };
  };
  return {
    ...presentDetails(input),
    ...presentOwnState(account, input.balances),
    // The owner sees the stored offer even if the site has turned off trials.
    isFreeSubscription: performer.isFreeSubscription,
    dateOfBirth: performer.dateOfBirth && new Date(performer.dateOfBirth).toISOString(),
    zipcode: performer.zipcode,
    address: performer.address,
    welcomeVideoId: performer.welcomeVideoId,
    welcomeVideoPath: input.welcomeVideoUrl,
    welcomeVideoName: input.row.welcomeVideo?.name ?? null,
    phoneCode: account.phoneCode,
    blockCountries: { countryCodes: performer.blockedCountries },
    pricesChosen: performer.pricesChosen,
    earningTerms: input.earningTerms,
    verifiedDocument: performer.verifiedDocument,
    idVerification: document(performer.idVerificationId, performer.idVerificationStatus),
    idVerificationId: performer.idVerificationId,
    documentVerification: document(performer.documentVerificationId, performer.documentVerificationStatus),
    documentVerificationId: performer.documentVerificationId,
    bankingInformation: performer.banking && maskBanking(performer.banking as BankingView),
    paypalSetting: settings.paypal ?? null,
    ccbillSetting: settings.ccbill ?? null,
    welcomeMessage: performer.welcomeMessage,
    welcomeMessageFiles: performer.welcomeMessageFileIds
      .map((id) => input.files.get(id))
      .filter((file) => file !== undefined)
      .map(input.presentFile),
  };
}
