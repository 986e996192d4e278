import { defineRoutes } from '../base/define';

export const photoRoutes = defineRoutes({
  uploadPhoto: { method: 'POST', path: '/performer/performer-assets/photos/upload', access: 'performer', upload: true },
  searchPerformerPhotos: { method: 'GET', path: '/performer/performer-assets/photos/search', access: 'performer' },
  setPhotoCover: { method: 'POST', path: '/performer/performer-assets/photos/set-cover/:id', access: 'performer' },
  updatePhoto: { method: 'PUT', path: '/performer/performer-assets/photos/:id', access: 'performer', revised: true },
  deletePhoto: { method: 'DELETE', path: '/performer/performer-assets/photos/:id', access: 'performer' },
  listPhotos: { method: 'GET', path: '/performer-assets/photos', access: 'optional' },
  listPhotosOfPerformer: { method: 'GET', path: '/performer-assets/photos/:performerId', access: 'optional' },
});
