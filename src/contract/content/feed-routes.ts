import { defineRoutes } from '../base/define';

export const feedRoutes = defineRoutes({
  uploadFeedAudio: { method: 'POST', path: '/performer/feeds/audio/upload', access: 'performer', upload: true },
  uploadFeedPhoto: { method: 'POST', path: '/performer/feeds/photo/upload', access: 'performer', upload: true },
  uploadFeedVideo: { method: 'POST', path: '/performer/feeds/video/upload', access: 'performer', upload: true },
  uploadFeedThumbnail: { method: 'POST', path: '/performer/feeds/thumbnail/upload', access: 'performer', upload: true },
  uploadFeedTeaser: { method: 'POST', path: '/performer/feeds/teaser/upload', access: 'performer', upload: true },
  createFeed: { method: 'POST', path: '/performer/feeds', access: 'performer' },
  listPerformerFeeds: { method: 'GET', path: '/performer/feeds', access: 'performer' },
  createPoll: { method: 'POST', path: '/performer/feeds/polls', access: 'performer' },
  getPerformerFeed: { method: 'GET', path: '/performer/feeds/:id', access: 'performer' },
  updateFeed: { method: 'PUT', path: '/performer/feeds/:id', access: 'performer', revised: true },
  deleteFeed: { method: 'DELETE', path: '/performer/feeds/:id', access: 'performer' },
  listFeeds: { method: 'GET', path: '/user/feeds', access: 'optional' },
  getFeed: { method: 'GET', path: '/user/feeds/:id', access: 'optional' },
  votePoll: { method: 'POST', path: '/user/feeds/vote/:id', access: 'signedIn' },
});
