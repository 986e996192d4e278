import dynamic from 'next/dynamic';
import { useState } from 'react';
import { MediaGrid } from '@/components/media-grid';
import { picturesOf, type Feed } from '../feed-view';

const Lightbox = dynamic(() => import('@/components/lightbox'), { ssr: false });

interface FeedPhotosProps {
  feed: Feed;
  eager?: boolean;
  reveal?: boolean;
  protect?: boolean;
}

/** The pictures of an open post; pressing one opens all of them large. */
export function FeedPhotos({ feed, eager, reveal, protect }: FeedPhotosProps) {
  const [at, setAt] = useState<number | null>(null);
  const pictures = picturesOf(feed);
  return (
    <>
      <MediaGrid items={pictures} onOpen={setAt} eager={eager} reveal={reveal} protect={protect} />
      {at !== null && (
        <Lightbox
          pictures={pictures.map(({ full, alt, width, height }) => ({ src: full, alt, width, height }))}
          index={at}
          onClose={() => setAt(null)}
          protect={protect}
        />
      )}
    </>
  );
}
