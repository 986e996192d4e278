import Link from 'next/link';
import { useEffect, useEffectEvent, useMemo } from 'react';
import Lightbox from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import styles from './lightbox.module.css';
import type { PictureSource } from '@/lib/media-file';
import { PartBoundary } from '../states/part-boundary';
import { PartFailed } from '../states/part-failed';

interface PictureLightboxProps {
  open: boolean;
  pictures: { src: string; alt: string; width: number; height: number; sources?: PictureSource[] }[];
  index: number;
  onView: (index: number) => void;
  onClose: () => void;
  /** Disables the context menu: only for media that the server marks as protected. */
  protect?: boolean;
  /** Beside the button that closes. */
  link?: { label: string; href: string };
}

/** Load it lazily: no page needs it before a picture is opened. */
export default function PictureLightbox({
  open,
  pictures,
  index,
  onView,
  onClose,
  protect,
  link,
}: PictureLightboxProps) {
  useBackToClose(open, onClose);
  const several = pictures.length > 1;
  // With a new slides array, the library would restart at its initial index.
  const slides = useMemo(() => pictures.map(toSlide), [pictures]);
  return (
    <PartBoundary
      part="lightbox"
      renderFailed={() => <PartFailed text="This picture could not be opened." isFloating />}
    >
      <Lightbox
        open={open}
        close={onClose}
        index={index}
        on={{ view: ({ index: shown }) => onView(shown) }}
        className={styles.box}
        plugins={[Captions, Zoom, ...(several ? [Counter] : [])]}
        slides={slides}
        carousel={{ finite: true, padding: 0 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        captions={{ hidden: true, showToggle: pictures.some(({ alt }) => alt !== ''), descriptionTextAlign: 'center' }}
        counter={{ container: { className: styles.counter } }}
        zoom={{ maxZoomPixelRatio: 3 }}
        {...(link && { toolbar: { buttons: [<ToolbarLink key="link" {...link} />, 'close'] } })}
        labels={{ 'Show captions': 'Describe this picture', 'Hide captions': 'Hide the description' }}
        // The library treats `undefined` as a value: omit the settings that it should decide.
        {...(!several && { render: { buttonPrev: () => null, buttonNext: () => null } })}
        {...(protect && { portal: { container: { onContextMenu: (event) => event.preventDefault() } } })}
      />
    </PartBoundary>
  );
}

const ToolbarLink = ({ label, href }: { label: string; href: string }) => (
  <Link className={styles.link} href={href}>
    {label}
  </Link>
);

/** With browsers that have CloseWatcher, the back button closes the picture instead of leaving the page. */
function useBackToClose(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    // Missing in TypeScript's types. HTML, 6.10.
    const { CloseWatcher } = window as { CloseWatcher?: new () => EventTarget & { destroy(): void } };
    if (!open || !CloseWatcher) return undefined;
    const watcher = new CloseWatcher();
    watcher.addEventListener('close', () => close());
    return () => watcher.destroy();
  }, [open]);
}

type LargePicture = PictureLightboxProps['pictures'][number];

function toSlide({ src, alt, width, height, sources = [] }: LargePicture, index: number, all: LargePicture[]) {
  const webp = sources.filter(({ mimeType }) => mimeType !== 'image/jpeg');
  const srcSet = webp.map((one) => ({ src: one.url, width: one.width, height: (one.width / width) * height }));
  return {
    src,
    width,
    height,
    alt: alt || `Photo ${index + 1} of ${all.length}`,
    // Without a description there is no button to show it.
    ...(alt && { description: alt }),
    ...(srcSet.length > 1 && { srcSet }),
  };
}
