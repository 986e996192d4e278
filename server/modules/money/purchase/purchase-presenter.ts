import { fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { PersonView } from '../../identity/people/people-service';
import { shorten } from '@contract/base/shorten';
import type { PurchaseContents } from './purchase-contents';
import type { PurchaseRow } from './purchase-repository';

type PurchaseView = EndpointReply<'listPurchases'>['data'][number];
type SellerView = EndpointReply<'listPurchases'>['performers'][number];

/** If the title is missing, the start of the text replaces it, up to this length. */
const MAX_TITLE_LENGTH = 60;

/** @param contents undefined if the target was deleted */
export function presentPurchase(
  row: PurchaseRow,
  { contents, performer }: { contents: PurchaseContents | undefined; performer: PersonView | undefined },
): PurchaseView {
  return {
    _id: row.chargeId,
    kind: row.kind as PurchaseView['kind'],
    target: row.target as PurchaseView['target'],
    targetId: row.targetId,
    title: getTitle(row),
    performerId: row.performerId,
    performerInfo: performer?.isPerformer ? performer : null,
    price: fromCents(row.price),
    boughtAt: row.boughtAt.toISOString(),
    cover: contents ? findCover(contents) : null,
    fileCount: contents ? (contents.fileCount ?? contents.files.length) : 0,
    totalDuration: contents?.files.reduce((sum, file) => sum + (file.duration ?? 0), 0) ?? 0,
    conversationId: row.conversationId,
    isAvailable: contents !== undefined,
  };
}

/** @returns null for an account that is no longer a creator */
export function presentSeller(id: string, total: number, person: PersonView | undefined): SellerView | null {
  if (!person?.isPerformer) return null;
  const { name, username, avatar } = person;
  return { _id: id, name, username: username ?? '', avatar: avatar ?? '', total };
}

function getTitle({ title, tagline, text, name, target }: PurchaseRow): string {
  const start = shorten(text ?? '', MAX_TITLE_LENGTH);
  return title || tagline || start || (target === 'message' ? 'Message' : name || 'Post');
}

/** The thumbnail that the creator chose, else that of the first file that has one, in the smallest size that fills a tile. */
function findCover({ files, thumbnail }: PurchaseContents): PurchaseView['cover'] {
  for (const file of [thumbnail, ...files]) {
    const url = file?.thumbnails?.[0];
    if (file && url) return { url, width: file.width, height: file.height };
  }
  return null;
}
