-- Photos and videos of posts are counted with the posts: these two are of photos and videos by themselves, as the wire has them.
UPDATE "performers" p SET
  "stat_photos" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'photo' AND i."status" = 'active'),
  "stat_videos" = (SELECT count(*) FROM "items" i WHERE i."performer_id" = p."id" AND i."kind" = 'video' AND i."status" = 'active')
WHERE p."stat_photos" <> 0 OR p."stat_videos" <> 0;
