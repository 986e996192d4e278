import { bind, type Binding } from '../../../http/register-endpoint';
import type { GalleryService } from './gallery-service';

export const galleryBindings = (gallery: GalleryService): Binding[] => [
  bind('createGallery', ({ actor, body }) => gallery.create(actor, body)),
  bind('searchPerformerGalleries', ({ actor, query }) => gallery.listOwn(actor, query)),
  bind('getPerformerGallery', ({ actor, params }) => gallery.getOwn(actor, params.id)),
  bind('updateGallery', ({ actor, params, body }) => gallery.edit(actor, params.id, body)),
  bind('orderGalleryPhotos', ({ actor, params, body }) => gallery.orderPhotos(actor, params.id, body.photoIds)),
  bind('deleteGallery', ({ actor, params }) => gallery.remove(actor, params.id)),
  bind('searchGalleries', ({ actor, query, country }) => gallery.writeList(actor, query, country)),
  bind('getGallery', (call) => gallery.visit(call, call.params.id)),
];
