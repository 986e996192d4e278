import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { cropImage, type CropArea } from '@/services/crop-image';
import styles from './crop-sheet.module.css';

/** Width by height of the ovals that portraits are shown in, and of the widest cover. */
const aspects = { avatar: 4 / 5, cover: 5 / 2 };

interface CropSheetProps {
  file: File;
  section: 'avatar' | 'cover';
  onClose: () => void;
  /** Gets the part; the whole file when the browser cannot cut it. */
  onDone: (file: File) => void;
}

/** Chooses the part of a picture that is shown: by finger or mouse, by slider, by the arrow keys. */
export function CropSheet({ file, section, onClose, onDone }: CropSheetProps) {
  const [address, setAddress] = useState<string>();
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<CropArea>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const handleDone = async () => {
    setIsBusy(true);
    try {
      onDone(area ? await cropImage(file, area) : file);
    } catch {
      // The server cuts pictures to size, too: only the choice of the part is lost.
      onDone(file);
    }
  };
  return (
    <Sheet open onClose={onClose} title="Choose what to show" subtitle="Drag the picture, or use the arrow keys.">
      <div className="stack">
        <div className={styles.stage}>
          {address && (
            <Cropper
              image={address}
              crop={place}
              zoom={zoom}
              aspect={aspects[section]}
              // Portraits are shown as upright ovals: so is what is kept of one.
              cropShape={section === 'avatar' ? 'round' : 'rect'}
              showGrid={false}
              // They come as a file: the page's policy lets no script write a style sheet.
              disableAutomaticStylesInjection
              onCropChange={setPlace}
              onZoomChange={setZoom}
              onCropComplete={(_percent, pixels) => setArea(pixels)}
            />
          )}
        </div>
        <label className={styles.zoom}>
          <span className="strong sm">Size</span>
          <input
            type="range"
            min={1}
            max={3}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
          />
        </label>
        <FormFoot>
          <Button variant="primary" size="lg" block busy={isBusy} busyLabel="Saving" onClick={() => void handleDone()}>
            Save
          </Button>
        </FormFoot>
      </div>
    </Sheet>
  );
}
