import { defineRoutes } from '../base/define';

export const videoRoutes = defineRoutes({
  uploadVideo: {
    method: 'POST',
    path: '/performer/performer-assets/videos/upload',
    access: 'performer',
    upload: true,
  },
  /** The alias is for compatible clients, whose upload helper sends POST. */
  updateVideo: {
    method: 'PUT',
    path: '/performer/performer-assets/videos/edit/:id',
    access: 'performer',
    upload: true,
    aliases: ['POST /performer/performer-assets/videos/edit/:id'],
    revised: true,
  },
  searchPerformerVideos: { method: 'GET', path: '/performer/performer-assets/videos/search', access: 'performer' },
  getPerformerVideo: { method: 'GET', path: '/performer/performer-assets/videos/:id/view', access: 'performer' },
  removeVideoFile: {
    method: 'DELETE',
    path: '/performer/performer-assets/videos/remove-file/:id',
    access: 'performer',
  },
  deleteVideo: { method: 'DELETE', path: '/performer/performer-assets/videos/:id', access: 'performer' },
  searchVideos: { method: 'GET', path: '/performer-assets/videos/search', access: 'optional' },
  getVideo: { method: 'GET', path: '/performer-assets/videos/:id', access: 'optional' },
});
