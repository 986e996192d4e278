import { defineRoutes } from '../base/define';

export const galleryRoutes = defineRoutes({
  createGallery: { method: 'POST', path: '/performer/performer-assets/galleries', access: 'performer' },
  searchPerformerGalleries: {
    method: 'GET',
    path: '/performer/performer-assets/galleries/search',
    access: 'performer',
  },
  getPerformerGallery: { method: 'GET', path: '/performer/performer-assets/galleries/:id/view', access: 'performer' },
  updateGallery: {
    method: 'PUT',
    path: '/performer/performer-assets/galleries/:id',
    access: 'performer',
    revised: true,
  },
  /** Our extension: compatible backends keep the order of upload. */
  orderGalleryPhotos: {
    method: 'PUT',
    path: '/performer/performer-assets/galleries/:id/photos',
    access: 'performer',
    extension: true,
  },
  deleteGallery: { method: 'DELETE', path: '/performer/performer-assets/galleries/:id', access: 'performer' },
  searchGalleries: { method: 'GET', path: '/performer-assets/galleries/search', access: 'optional' },
  getGallery: { method: 'GET', path: '/performer-assets/galleries/:id/view', access: 'optional' },
});
