import { Alert, Button, Card, Empty, Flex, Image, Tag } from 'antd';
import { RotateCwSquare } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '@/components/basic/icon';
import {
  documentsRequested,
  selectDocuments,
  type CreatorToReview,
  type OpenedDocuments,
} from '@/features/operations/review/review-feature';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { SameDocumentAlert } from './look-alikes';
import styles from './review-screen.module.css';

/** Closed until the operator asks: each opening is proved and logged. */
export function ReviewDocuments({ creator: { _id, name } }: { creator: CreatorToReview }) {
  const dispatch = useAppDispatch();
  const { opened, status, error } = useAppSelector(selectDocuments);
  const open = () => dispatch(documentsRequested(_id));
  if (!opened) {
    return (
      <Card title="Documents">
        <Flex vertical gap="middle" align="start">
          {status === 'failed' && <Alert type="error" showIcon title={error?.message} />}
          <p>The log records that you open them. You may have to confirm it’s you first.</p>
          <Button type="primary" loading={status === 'pending'} onClick={open}>
            Open {name}’s documents
          </Button>
        </Flex>
      </Card>
    );
  }
  return (
    <Card title="Documents" extra={<Button onClick={open}>Renew links</Button>}>
      <SameDocumentAlert of={opened.sameDocument} />
      {opened.documents.length === 0 && <Empty description="No documents were sent." />}
      <Image.PreviewGroup preview={{ getContainer: getMain }}>
        <div className={styles.documents}>
          {opened.documents.map((document) => (
            <Document key={document.title} document={document} />
          ))}
        </div>
      </Image.PreviewGroup>
      <p className="sm muted">The links work for you only, and for a few minutes. The log says that you opened them.</p>
    </Card>
  );
}

/** In the page's body, the preview would lock the scrolling by a style that our content policy forbids. */
const getMain = () => document.getElementById('main') ?? document.body;

const statusTags = { waiting: 'Waiting', approved: 'Approved', rejected: 'Rejected' };

function Document({
  document: { title, url, mimeType, sentAt, status },
}: {
  document: OpenedDocuments['documents'][number];
}) {
  const [turns, setTurns] = useState(0);
  const isImage = mimeType.startsWith('image/');
  return (
    <figure className={styles.document}>
      <div className={styles.frame}>
        {isImage ? (
          <Image src={url} alt={title} style={{ rotate: `${turns * 90}deg` }} preview={{ cover: 'Zoom' }} />
        ) : (
          <Button href={url} target="_blank" rel="noreferrer">
            Open file ({mimeType})
          </Button>
        )}
      </div>
      <figcaption className={styles.tools}>
        <span>
          {title} <Tag>{statusTags[status]}</Tag>
          <br />
          <small className="muted">{formatFull(sentAt, { timeZone: VIEWER_TIME_ZONE })}</small>
        </span>
        {isImage && (
          <Button
            aria-label={`Rotate ${title}`}
            icon={<Icon of={RotateCwSquare} size={16} />}
            onClick={() => setTurns(turns + 1)}
          >
            Rotate
          </Button>
        )}
      </figcaption>
    </figure>
  );
}
