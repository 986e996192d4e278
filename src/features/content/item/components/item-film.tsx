import { VideoPlayer } from '@/components/media/video-player';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { getPlayableUrl } from '@/lib/media-file';
import { loadVideoCaptions } from '@/services/film-captions';
import { loadPreviewFrames } from '@/services/preview-frames';
import { getResumePoint } from '@/services/resume-points';
import { useAppSelector } from '@/store/hooks';
import { getPreview, getTitle, type Item, type ItemFile } from '../item-view';

export interface FileProps {
  item: Item;
  file: ItemFile;
  reveal: boolean;
  protect: boolean;
  onStale: () => void;
}

export function ItemFilm({ item, file, reveal, protect, onStale }: FileProps) {
  const viewerId = useAppSelector(selectCurrentUser)?._id ?? null;
  const src = getPlayableUrl(file);
  const { previews, captions } = file;
  if (!src) return null;
  const [width, height] = [file.width || 1280, file.height || 720];
  return (
    <div style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}>
      <VideoPlayer
        src={src}
        hls={file.hls}
        onStale={onStale}
        loadFrames={previews ? () => loadPreviewFrames(previews) : undefined}
        captions={captions && { language: captions.language, load: () => loadVideoCaptions(captions.url) }}
        resume={getResumePoint(viewerId, file._id)}
        poster={file.thumbnails?.at(-1) ?? getPreview(item)?.src}
        title={file.alt || getTitle(item)}
        width={width}
        height={height}
        seconds={file.duration ?? undefined}
        autoplay
        protect={protect}
        reveal={reveal}
      />
    </div>
  );
}
