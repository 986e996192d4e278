import { X } from 'lucide-react';
import Link from 'next/link';
import { useEffect } from 'react';
import { IconButton } from '@/components/basic/icon-button';
import { Picture } from '@/components/media/picture';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { withFeatures } from '@/store/with-features';
import { promoDismissed, promoFeature, promosRequested, selectArePromosKnown, selectPromo } from '../promo-feature';
import styles from './promo-banner.module.css';

function Promo() {
  const dispatch = useAppDispatch();
  const areKnown = useAppSelector(selectArePromosKnown);
  const promo = useAppSelector(selectPromo);
  useEffect(() => {
    if (!areKnown) dispatch(promosRequested());
  }, [dispatch, areKnown]);
  if (!promo) return null;
  const { title, description, link, photo } = promo;
  const picture = photo?.thumbnails[0] ?? photo?.url;
  const dismiss = () => {
    dispatch(promoDismissed(promo));
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <section className={styles.promo} aria-label="Announcement">
      {picture && (
        <Picture className={styles.picture} src={picture} alt="" width={96} height={96} fallback={<span />} />
      )}
      <div className="grow">
        <p className="strong">
          <PromoLink link={link}>{title}</PromoLink>
        </p>
        {description && <p className="sm ink-2">{description}</p>}
      </div>
      <IconButton icon={X} label="Dismiss announcement" size="sm" onClick={dismiss} />
    </section>
  );
}

/** Links to an internal path or a web URL; for any other address, shows only the text. */
function PromoLink({ link, children }: { link: string | null | undefined; children: string }) {
  if (link && /^\/(?![/\\])/.test(link)) {
    return (
      <Link className="link" href={link}>
        {children}
      </Link>
    );
  }
  if (link && /^https?:\/\//i.test(link)) {
    return (
      <a className="link" href={link} rel="noopener noreferrer">
        {children}
      </a>
    );
  }
  return children;
}

export const PromoBanner = withFeatures(Promo, [promoFeature]);
