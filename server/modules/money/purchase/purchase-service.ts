import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { FeedService } from '../../content/feed/feed-service';
import type { GalleryService } from '../../content/gallery/gallery-service';
import type { ProductService } from '../../content/product/product-service';
import type { VideoService } from '../../content/video/video-service';
import type { FileView } from '../../site/media/media-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { PeopleService } from '../../identity/people/people-service';
import { createPurchaseRepository } from './purchase-repository';

type PurchaseView = EndpointReply<'listPurchases'>['data'][number];

/** Creators a shelf can be narrowed to; whoever bought from more finds them by their name. */
const MOST_PERFORMERS = 40;
/** Characters of a text that stand for a title where there is none. */
const TITLE_LENGTH = 60;

type Still = Pick<FileView, 'thumbnails' | 'width' | 'height' | 'duration'>;

/** What is shown of a bought thing beside its name. */
interface Contents {
  files: Still[];
  thumbnail?: Still | null;
  /** Where `files` are not all that is in it. */
  fileCount?: number;
}

/** A fan's library: everything that was unlocked, to find and open again. */
export function createPurchaseService(
  { db }: Pick<ServerContext, 'db'>,
  deps: {
    people: Pick<PeopleService, 'views'>;
    message: Pick<MessageService, 'getViews'>;
    contents: {
      feed: Pick<FeedService, 'views'>;
      video: Pick<VideoService, 'views'>;
      gallery: Pick<GalleryService, 'views'>;
      product: Pick<ProductService, 'views'>;
    };
  },
) {
  const repository = createPurchaseRepository(db);
  const { feed, video, gallery, product } = deps.contents;

  /** What each bought thing holds, by its id; what is gone is absent. */
  async function readContents(
    idsOf: (target: string) => string[],
    actor: Actor,
    country: string | null,
  ): Promise<Map<string, Contents>> {
    const [feeds, messages, videos, galleries, products] = await Promise.all([
      feed.views(idsOf('feed'), actor, country),
      deps.message.getViews(idsOf('message'), actor),
      video.views(idsOf('video'), actor, country),
      gallery.views(idsOf('gallery'), actor, country),
      product.views(idsOf('product'), actor, country),
    ]);
    const found = new Map<string, Contents>([...feeds, ...messages]);
    for (const [id, view] of videos)
      found.set(id, { files: view.video ? [view.video] : [], thumbnail: view.thumbnail });
    for (const [id, { coverPhoto, numOfItems }] of galleries)
      found.set(id, { files: coverPhoto ? [coverPhoto] : [], fileCount: numOfItems });
    for (const [id, { image }] of products)
      found.set(id, { files: [], thumbnail: image ? { thumbnails: [image] } : null });
    return found;
  }

  return {
    async list(
      { actor, country }: { actor: Actor; country: string | null },
      query: EndpointPart<'listPurchases', 'query'>,
    ): Promise<EndpointReply<'listPurchases'>> {
      assertAllowed(isUser(actor));
      const [{ rows, total }, sellers] = await Promise.all([
        repository.list(actor.id, query),
        repository.countByPerformer(actor.id, MOST_PERFORMERS),
      ]);
      const idsOf = (target: string) => rows.filter((row) => row.target === target).map((row) => row.targetId);
      const [people, contents] = await Promise.all([
        deps.people.views([...rows.map((row) => row.performerId), ...sellers.map(({ id }) => id)], actor),
        readContents(idsOf, actor, country),
      ]);
      return {
        data: rows.map((row): PurchaseView => {
          const held = contents.get(row.targetId);
          const performer = people.get(row.performerId);
          return {
            _id: row.chargeId,
            kind: row.kind as PurchaseView['kind'],
            target: row.target as PurchaseView['target'],
            targetId: row.targetId,
            title: titleOf(row),
            performerId: row.performerId,
            performerInfo: performer?.isPerformer ? performer : null,
            price: fromCents(row.price),
            boughtAt: row.boughtAt.toISOString(),
            cover: held ? coverOf(held) : null,
            fileCount: held ? (held.fileCount ?? held.files.length) : 0,
            totalDuration: held?.files.reduce((sum, file) => sum + (file.duration ?? 0), 0) ?? 0,
            conversationId: row.conversationId,
            isAvailable: held !== undefined,
          };
        }),
        total,
        performers: sellers.flatMap(({ id, total: bought }) => {
          const person = people.get(id);
          if (!person?.isPerformer) return [];
          const { name, username, avatar } = person;
          return [{ _id: id, name, username: username ?? '', avatar: avatar ?? '', total: bought }];
        }),
      };
    },
  };
}

interface Named {
  title: string | null;
  tagline: string | null;
  text: string | null;
  name: string | null;
  target: string;
}

function titleOf({ title, tagline, text, name, target }: Named): string {
  const start = (text ?? '').trim().slice(0, TITLE_LENGTH);
  return title || tagline || start || (target === 'message' ? 'Message' : name || 'Post');
}

/** The chosen thumbnail, else the first still of its files: the smallest there is that fills a tile. */
function coverOf({ files, thumbnail }: Contents): PurchaseView['cover'] {
  for (const file of [thumbnail, ...files]) {
    const url = file?.thumbnails?.[0];
    if (file && url) return { url, width: file.width, height: file.height };
  }
  return null;
}
