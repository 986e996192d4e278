import Head from 'next/head';
import { getSiteCurrency } from '@contract/base/currency';
import { toAmountText } from '@contract/base/money';
import { publicEnv } from '@/config/env';
import { selectSiteName } from '@/features/site/settings/settings-slice';
import { useAppSelector } from '@/store/hooks';

export interface ShareImage {
  src: string;
  width?: number | null;
  height?: number | null;
}

interface ShareMetaProps {
  /** Without the site's name, which is added to the page's title. */
  title: string;
  /** True if the site's name must not be added, for the site's own page. */
  isWhole?: boolean;
  description: string;
  /** Canonical path, without a query. */
  path: string;
  type: 'website' | 'profile' | 'article' | 'product';
  /** An image that everyone may see. */
  image?: ShareImage | null;
  /** Major units. */
  price?: number | null;
  /** For products only. */
  isInStock?: boolean;
}

export function ShareMeta({ title, description, path, type, image, price, isInStock, isWhole }: ShareMetaProps) {
  const siteName = useAppSelector(selectSiteName);
  const { siteUrl } = publicEnv();
  const url = siteUrl + path;
  const picture = image && new URL(image.src, siteUrl).href;
  return (
    <Head>
      <title>{isWhole ? title : `${title} · ${siteName}`}</title>
      <meta key="description" name="description" content={description} />
      <link key="canonical" rel="canonical" href={url} />
      <meta key="og:type" property="og:type" content={type} />
      <meta key="og:site_name" property="og:site_name" content={siteName} />
      <meta key="og:title" property="og:title" content={title} />
      <meta key="og:description" property="og:description" content={description} />
      <meta key="og:url" property="og:url" content={url} />
      {picture && <meta key="og:image" property="og:image" content={picture} />}
      {picture && <meta key="og:image:alt" property="og:image:alt" content={title} />}
      {image?.width && <meta key="og:image:width" property="og:image:width" content={String(image.width)} />}
      {image?.height && <meta key="og:image:height" property="og:image:height" content={String(image.height)} />}
      {price ? <meta key="price" property="product:price:amount" content={toAmountText(price)} /> : null}
      {price ? <meta key="currency" property="product:price:currency" content={getSiteCurrency().code} /> : null}
      {isInStock !== undefined && (
        <meta key="availability" property="product:availability" content={isInStock ? 'in stock' : 'out of stock'} />
      )}
      <meta key="twitter:card" name="twitter:card" content={picture ? 'summary_large_image' : 'summary'} />
      <meta key="twitter:title" name="twitter:title" content={title} />
      <meta key="twitter:description" name="twitter:description" content={description} />
      {picture && <meta key="twitter:image" name="twitter:image" content={picture} />}
    </Head>
  );
}
