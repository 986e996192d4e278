import { useEffect, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { cropImage, type CropArea } from '@/services/crop-image';
import styles from './crop-sheet.module.css';

/** Width divided by height: of avatars as displayed, and of the widest cover. */
const aspects = { avatar: 4 / 5, cover: 5 / 2 };

interface CropSheetProps {
  file: File;
  section: 'avatar' | 'cover';
  onClose: () => void;
  /** Receives the cropped part, or the whole file if the browser cannot crop it. */
  onDone: (file: File) => void;
}

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
      // The server crops too, so only the user's choice of the area is lost.
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
              cropShape={section === 'avatar' ? 'round' : 'rect'}
              showGrid={false}
              // The styles are in a file, because the content security policy forbids inserted style sheets.
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
