import { bind, type Binding } from '../../../http/register-endpoint';
import type { PhotoService } from './photo-service';

export const photoBindings = (photo: PhotoService): Binding[] => [
  bind('uploadPhoto', ({ actor, body, files }) => photo.upload(actor, body, files)),
  bind('searchPerformerPhotos', ({ actor, query }) => photo.listMine(actor, query)),
  bind('setPhotoCover', ({ actor, params }) => photo.makeCover(actor, params.id)),
  bind('updatePhoto', ({ actor, params, body }) => photo.edit(actor, params.id, body)),
  bind('deletePhoto', ({ actor, params }) => photo.remove(actor, params.id)),
  bind('listPhotos', (call) => photo.writePage(call, call.query)),
  bind('listPhotosOfPerformer', (call) => photo.writePageOf(call, call.params.performerId, call.query)),
];
