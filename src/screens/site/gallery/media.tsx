import { Headphones, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { AudioPlayer } from '@/components/media/audio-player';
import { MediaFailed } from '@/components/media/media-failed';
import { MediaGrid } from '@/components/media/media-grid';
import { PhotoSet } from '@/components/media/photo-set';
import { Picture } from '@/components/media/picture';
import { PlayMark } from '@/components/media/play-mark';
import { PlayerControls } from '@/components/media/player-controls';
import { SeekLine } from '@/components/media/seek-line';
import { VideoPlayer } from '@/components/media/video-player';
import { State, type GalleryEntry } from './entry';
import { BROKEN_PICTURE, LONG_NAME, noop, pictures } from './samples';
import styles from './gallery.module.css';

const waveform = Array.from({ length: 64 }, (_, index) => 20 + Math.abs(Math.sin(index / 3)) * 75);

/** Not a media file: pressing play leads to the state of a file that does not load. */
const NO_FILE = '/favicon.svg';

const film = { src: NO_FILE, width: 640, height: 360, seconds: 184, poster: '/art/harbour-night.webp' };
const noFilm = { qualities: [], quality: -1, chooseQuality: noop };

function Controls() {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  return (
    <div ref={box} className={styles.film} tabIndex={-1}>
      <video ref={video} aria-label="A stage without a film" />
      <PlayerControls box={box} video={video} film={noFilm} seconds={184} />
    </div>
  );
}

function Seek() {
  const [at, setAt] = useState(60);
  return (
    <div className={styles.band}>
      <SeekLine at={at} length={184} buffered={120} onSeek={setAt} loadFrames={undefined} />
    </div>
  );
}

export const media: GalleryEntry[] = [
  {
    name: 'AudioPlayer',
    file: 'media/audio-player.tsx',
    note: 'No recording is behind it: a press on play leads to the state of a file that does not load.',
    Show: () => (
      <div className="stack">
        <AudioPlayer title="Kitchen song" src={NO_FILE} seconds={184} waveform={waveform} art="/art/guitar.webp" />
        <AudioPlayer title={LONG_NAME} src={NO_FILE} seconds={3_725} />
        <AudioPlayer title="Hidden title" hideTitle src={NO_FILE} seconds={42} waveform={waveform} />
      </div>
    ),
  },
  {
    name: 'MediaFailed',
    file: 'media/media-failed.tsx',
    Show: () => (
      <>
        <MediaFailed what="video" onRetry={noop} />
        <MediaFailed what="recording" onRetry={noop} />
      </>
    ),
  },
  {
    name: 'MediaGrid',
    file: 'media/media-grid.tsx',
    Show: () => (
      <>
        {[1, 2, 3, 4, 5].map((count) => (
          <State key={count} label={`${count} of them`}>
            <MediaGrid items={pictures.slice(0, count)} onOpen={noop} />
          </State>
        ))}
        <State label="a film among them">
          <MediaGrid
            items={pictures
              .slice(0, 2)
              .map((picture, index) => (index === 0 ? { ...picture, video: { seconds: 184 } } : picture))}
            onOpen={noop}
          />
        </State>
      </>
    ),
  },
  {
    name: 'PhotoSet',
    file: 'media/photo-set.tsx',
    note: 'A press opens them large.',
    Show: () => <PhotoSet pictures={pictures} />,
  },
  {
    name: 'Picture',
    file: 'media/picture.tsx',
    Show: () => (
      <>
        <State label="there">
          <Picture src="/art/paper.webp" alt="Folded paper" width={120} height={150} />
        </State>
        <State label="does not load: the plain sign; a fallback of its own" isRow>
          <span className={styles.tile}>
            <Picture src={BROKEN_PICTURE} alt="Folded paper" width={120} height={150} />
          </span>
          <Picture src={BROKEN_PICTURE} alt="" fallback={<span className="sm muted">A fallback</span>} />
        </State>
      </>
    ),
  },
  {
    name: 'PlayMark',
    file: 'media/play-mark.tsx',
    Show: () => (
      <State label="size: md, sm" isRow>
        <span className={styles.tile}>
          <PlayMark icon={Play} />
        </span>
        <span className={styles.tile}>
          <PlayMark icon={Headphones} size="sm" />
        </span>
      </State>
    ),
  },
  {
    name: 'PlayerControls',
    file: 'media/player-controls.tsx',
    note: 'Under a film that was started.',
    Show: Controls,
  },
  { name: 'SeekLine', file: 'media/seek-line.tsx', note: 'Part of PlayerControls.', Show: Seek },
  {
    name: 'VideoPlayer',
    file: 'media/video-player.tsx',
    note: 'No film is behind it: a press on play leads to the state of a file that does not load.',
    Show: () => (
      <>
        <State label="wide">
          <VideoPlayer {...film} title="The harbour at night" />
        </State>
        <State label="upright, without a length">
          <VideoPlayer {...film} title="Bread" width={480} height={600} seconds={undefined} poster="/art/bread.webp" />
        </State>
      </>
    ),
  },
];
