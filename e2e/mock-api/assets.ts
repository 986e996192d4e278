import { matches, getPage, sorted, type Call, type Endpoints } from './call';
import { mayView } from './files';
import { chargeView, takeMoney } from './money';
import { notFound, required } from './refusal';
import { isBought, isSubscribed, type Asset, type Person, type World } from './state';
import { authorView, fileView } from './views';

type Kind = Asset['kind'];

/** Wire contract 2.8, 2.9, 2.10, 3.5 to 3.7. */
export const assetEndpoints: Endpoints = {
  'GET /performer-assets/videos/search': ['optional', getList('video', videoRow)],
  'GET /performer-assets/videos/:id': ['optional', (call) => videoView(call, seen(call, 'video'))],
  'GET /performer-assets/galleries/search': ['optional', getList('gallery', galleryView)],
  'GET /performer-assets/galleries/:id/view': ['optional', (call) => galleryView(call, seen(call, 'gallery'))],
  'GET /performer-assets/photos': ['optional', listPhotos],
  'POST /wallet/charges/video/:id': ['user', (call) => sell(call, 'video')],
  'POST /wallet/charges/gallery/:id': ['user', (call) => sell(call, 'gallery')],
};

export const findAsset = ({ assets }: World, key: string | undefined, kind?: Kind): Asset | undefined =>
  assets.find((one) => (one._id === key || one.slug === key) && (kind === undefined || one.kind === kind));

const isPublished = ({ status = 'active' }: Asset) => status === 'active';

const seen = ({ world, params }: Call, kind: Kind): Asset => required(findAsset(world, params['id'], kind));

export const assetView = (call: Pick<Call, 'world' | 'viewer'>, asset: Asset) =>
  asset.kind === 'video' ? videoView(call, asset) : galleryView(call, asset);

function getList(kind: Kind, view: (call: Call, asset: Asset) => unknown) {
  return (call: Call) => {
    const { world, query } = call;
    const found = world.assets.filter(
      (one) =>
        one.kind === kind &&
        isPublished(one) &&
        (query['performerId'] === undefined || one.fromSourceId === query['performerId']) &&
        one._id !== query['excludedId'] &&
        matches(call, one.title, one.description),
    );
    return getPage(call, sorted(call, found), (asset) => view(call, asset));
  };
}

/** Compatible backends do not send whether a gallery is liked, or why the viewer can open it. */
function common(world: World, asset: Asset, viewer: Person | undefined) {
  const { fromSourceId, fileIds: _files, kind: _kind, coverId: _cover, ...told } = asset;
  const about = (one: { objectId: string }) => one.objectId === asset._id;
  const count = (action: string) => world.reactions.filter((one) => about(one) && one.action === action).length;
  const isOwner = viewer?._id === fromSourceId;
  return {
    ...told,
    performerId: fromSourceId,
    performer: authorView(world, fromSourceId, viewer),
    status: asset.status ?? 'active',
    stats: {
      views: 0,
      likes: count('like'),
      bookmarks: count('bookmark'),
      comments: world.comments.filter(about).length,
    },
    isBookMarked: world.reactions.some(
      (one) => about(one) && one.action === 'bookmark' && one.createdBy === viewer?._id,
    ),
    isSubscribed: isOwner || isSubscribed(world, viewer?._id, fromSourceId),
    isBought: isOwner || isBought(world, viewer?._id, asset._id),
  };
}

function shown(world: World, id: string, { isOpen, link }: { isOpen: boolean; link: string }) {
  const file = required(world.files.get(id));
  const { _id, type: _type, refItems: _items, ...view } = fileView(world, file, { isOpen, link });
  return { ...view, name: file.name };
}

function videoView({ world, viewer }: Pick<Call, 'world' | 'viewer'>, asset: Asset) {
  const isOpen = mayView(world, viewer, asset);
  const [fileId = ''] = asset.fileIds;
  const isLiked = world.reactions.some(
    (one) => one.objectId === asset._id && one.action === 'like' && one.createdBy === viewer?._id,
  );
  const file = { fileId, video: shown(world, fileId, { isOpen, link: `videoId=${asset._id}` }) };
  const one = (id: string | undefined) => id && shown(world, id, { isOpen: true, link: `videoId=${asset._id}` });
  const others = { thumbnail: one(asset.thumbnailId), teaser: one(asset.teaserId) };
  const told = { tags: ['harbour'], ...common(world, asset, viewer), ...file, ...others };
  // Compatible backends send null if there are no participants.
  return { ...told, isLiked, processing: false, isSchedule: false, participantIds: [], participants: null };
}

/** In lists, a video has no URL, even if the viewer can open it. Wire contract 2.10. */
export function videoRow(call: Pick<Call, 'world' | 'viewer'>, asset: Asset) {
  const whole = videoView(call, asset);
  const closed = { video: { ...whole.video, url: null }, teaser: whole.teaser && { ...whole.teaser, url: null } };
  if (!call.world.profile.hasPlainVideoRows) return { ...whole, ...closed };
  const { performer: _performer, participants: _people, isBought: _bought, isSubscribed: _sub, ...plain } = whole;
  const { isLiked: _liked, isBookMarked: _saved, ...row } = plain;
  return { ...row, ...closed };
}

function galleryView({ world, viewer }: Pick<Call, 'world' | 'viewer'>, asset: Asset) {
  const coverPhotoId = asset.coverId ?? asset.fileIds[0];
  if (coverPhotoId === undefined) return { ...common(world, asset, viewer), numOfItems: 0 };
  const coverPhoto = shown(world, coverPhotoId, { isOpen: false, link: `photoId=${coverPhotoId}` });
  return { ...common(world, asset, viewer), coverPhotoId, coverPhoto, numOfItems: asset.fileIds.length };
}

function listPhotos(call: Call) {
  const { world, viewer, query } = call;
  const gallery = required(findAsset(world, query['galleryId'], 'gallery'));
  return getPage(call, gallery.fileIds, (fileId) => photoView({ world, viewer }, gallery, fileId));
}

export function photoView({ world, viewer }: Pick<Call, 'world' | 'viewer'>, gallery: Asset, fileId: string) {
  const isOpen = mayView(world, viewer, gallery);
  const { _id: galleryId, fromSourceId: performerId, createdAt, updatedAt } = gallery;
  return {
    _id: fileId,
    fileId,
    galleryId,
    performerId,
    createdAt,
    updatedAt,
    title: 'A quay',
    status: 'active',
    photo: shown(world, fileId, { isOpen, link: `photoId=${fileId}` }),
    processing: false,
    isGalleryCover: fileId === (gallery.coverId ?? gallery.fileIds[0]),
  };
}

function sell(call: Call, kind: Kind) {
  const asset = seen(call, kind);
  if (!asset.isSale || asset.price === 0) throw notFound();
  const performer = required(call.world.people.get(asset.fromSourceId));
  const { price, _id: targetId } = asset;
  return chargeView(takeMoney(call, { performer, target: kind, targetId, type: kind, price }));
}
