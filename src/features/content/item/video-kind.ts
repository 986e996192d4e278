import { videoRoutes } from '@contract/content/video-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { ItemKind } from './item-kind';
import { assetQuery, readAsset, readFile } from './asset-view';
import { getAccess, readItem, type VideoItem } from './item-view';

type WireVideo = EndpointData<'getVideo'>;

function readVideo(video: WireVideo): VideoItem {
  const { fileId, thumbnailId, teaserId, tags, processing, participants = [] } = video;
  const film = video.video && readFile(video.video, { _id: fileId, type: 'performer-video' });
  const shown = (file: WireVideo['thumbnail'], _id: string | null | undefined, type: string) =>
    file && _id ? readFile(file, { _id, type }) : null;
  const item: VideoItem = {
    ...readAsset(video),
    kind: 'video',
    type: 'video',
    files: film ? [film] : [],
    fileCount: 1,
    tags,
    processing,
    participants,
    thumbnail: shown(video.thumbnail, thumbnailId, 'performer-video-thumbnail'),
    teaser: shown(video.teaser, teaserId, 'performer-video-teaser'),
  };
  return readItem(getAccess(item) === 'open' ? { ...item, text: item.tagline ?? '' } : item);
}

/** Wire contract 2.10, 3.7. */
export const videoKind: ItemKind<VideoItem> = {
  savedAs: 'videos',
  readSaved: (mark) => (mark.objectType === 'video' && mark.objectInfo ? readVideo(mark.objectInfo) : null),
  isByOffset: true,
  *get(id) {
    return readVideo(yield* callEndpoint(videoRoutes.getVideo, { params: { id } }));
  },
  *list(wanted, part) {
    const query = assetQuery(wanted, part);
    const { data, total } = yield* callSearch(videoRoutes.searchVideos, { query });
    return { data: data.map(readVideo), total };
  },
  *remove(id) {
    yield* callEndpoint(videoRoutes.deleteVideo, { params: { id } });
  },
};
