import { bind, type Binding } from '../../../http/register-endpoint';
import type { VideoService } from './video-service';

export const videoBindings = (video: VideoService): Binding[] => [
  bind('uploadVideo', ({ actor, body, files }) => video.upload(actor, body, files)),
  bind('updateVideo', ({ actor, params, body, files }) => video.edit(actor, params.id, body, files)),
  bind('searchPerformerVideos', ({ actor, query }) => video.listOwn(actor, query)),
  bind('getPerformerVideo', ({ actor, params }) => video.getOwn(actor, params.id)),
  bind('removeVideoFile', ({ actor, params, query, body }) =>
    video.removeFile(actor, params.id, body.type ?? query.type),
  ),
  bind('deleteVideo', ({ actor, params }) => video.remove(actor, params.id)),
  bind('searchVideos', ({ actor, query, country }) => video.writeList(actor, query, country)),
  bind('getVideo', (call) => video.visit(call, call.params.id)),
];
