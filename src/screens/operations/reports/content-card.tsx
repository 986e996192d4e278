import Link from 'next/link';
import { Button, Card, Flex, Tag } from 'antd';
import { useState } from 'react';
import { consolePaths } from '@/config/console-paths';
import { itemPath } from '@/config/item-names';
import type { ReportedContent } from '@/features/operations/report/report-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import styles from './content-card.module.css';
import { PersonLink } from '../person-link';
import { toTargetName } from './report-parts';

export const contentStates: Record<ReportedContent['state'], { text: string; color?: string }> = {
  published: { text: 'Published', color: 'success' },
  scheduled: { text: 'Scheduled' },
  draft: { text: 'Draft' },
  hidden: { text: 'Hidden by its creator' },
  removed: { text: 'Removed', color: 'error' },
  deleted: { text: 'Deleted, kept for buyers' },
};

type File = ReportedContent['files'][number];

interface ContentCardProps {
  content: ReportedContent | null;
  /** True on the page about this content, which needs no link to itself. */
  isOwnPage?: boolean;
}

/** The content in its place: the words at once, pictures and videos only when the operator asks. */
export function ContentCard({ content, isOwnPage = false }: ContentCardProps) {
  const [isShown, setIsShown] = useState(false);
  if (!content) return <Card title="Content">Its author has deleted it.</Card>;
  const { kind, _id, title, text, slug, state, creator, createdAt, files, fileCount, galleryId, price, buyers } =
    content;
  const path = slug === null ? undefined : itemPath(kind, slug);
  return (
    <Card
      title={title === '' ? toTargetName(kind) : title}
      extra={<Tag color={contentStates[state].color}>{contentStates[state].text}</Tag>}
    >
      <Flex vertical gap="middle">
        <span className="muted">
          {toTargetName(kind)} by <PersonLink person={creator} />,{' '}
          {formatFull(createdAt, { timeZone: VIEWER_TIME_ZONE })}
          {price !== null && `, ${formatMoney(price)}`}
          {buyers > 0 && `, bought by ${pluralise(buyers, 'fan')}`}
        </span>
        {text !== '' && <p className={styles.text}>{text}</p>}
        {files.length > 0 && (
          <>
            <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? 'Blur again' : `Show ${pluralise(fileCount, 'file')}`}
            </Button>
            <div className={styles.files}>
              {files.map((file) => (
                <div key={file._id}>
                  <ContentFile file={file} isShown={isShown} />
                  {file.photo && file.photo._id !== _id && <PhotoLink photo={file.photo} />}
                </div>
              ))}
            </div>
            {fileCount > files.length && <p className="sm muted">The first {files.length}.</p>}
          </>
        )}
        <Flex gap="middle" wrap>
          {path && (
            <Link className="link" href={path}>
              Open its page
            </Link>
          )}
          {!isOwnPage && (
            <Link className="link" href={consolePaths.contentOf(kind, _id)}>
              All about this {toTargetName(kind).toLowerCase()}
            </Link>
          )}
          {galleryId !== null && (
            <Link className="link" href={consolePaths.contentOf('gallery', galleryId)}>
              All about its gallery
            </Link>
          )}
        </Flex>
      </Flex>
    </Card>
  );
}

/** To the page on which this photo alone is removed or restored. */
const PhotoLink = ({ photo: { _id, isRemoved } }: { photo: NonNullable<File['photo']> }) => (
  <Link className={`link ${styles.photoLink}`} href={consolePaths.contentOf('photo', _id)}>
    {isRemoved ? 'Removed: see why, or restore' : 'Remove only this photo'}
  </Link>
);

/** Before it is shown, a picture is blurred and a video is only named. */
function ContentFile({
  file: { url, mimeType = '', name = '', thumbnails },
  isShown,
}: {
  file: File;
  isShown: boolean;
}) {
  const still = thumbnails?.at(-1) ?? null;
  if (isShown && url && mimeType.startsWith('video/')) return <video className={styles.media} src={url} controls />;
  if (isShown && url && mimeType.startsWith('audio/')) return <audio src={url} controls />;
  const picture = mimeType.startsWith('image/') ? (still ?? url) : still;
  if (picture) {
    return (
      <span className={styles.frame}>
        <img
          className={styles.media}
          src={isShown && mimeType.startsWith('image/') && url ? url : picture}
          alt={isShown ? name : 'Blurred'}
          data-blurred={isShown ? undefined : ''}
        />
      </span>
    );
  }
  return isShown && url ? (
    <Button href={url} target="_blank" rel="noreferrer">
      Open {name || mimeType}
    </Button>
  ) : (
    <Tag>{mimeType || 'File'}</Tag>
  );
}
