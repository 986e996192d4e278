import { KeyRound, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { Day, TimeAgo } from '@/components/basic/times';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { ListRow } from '@/components/list/list-row';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  apiKeyFormOpened,
  apiKeyRevokeClosed,
  apiKeyRevokeRequested,
  apiKeysRequested,
  createdKeyDismissed,
  selectApiKeys,
  type ApiKey,
} from '../api-key-slice';
import { ApiKeyForm } from './api-key-form';
import styles from './api-key.module.css';
import { CreatedKey } from './created-key';

export function ApiKeyList({ isCreator }: { isCreator: boolean }) {
  const dispatch = useAppDispatch();
  const { list, error, created, creating } = useAppSelector(selectApiKeys);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const isCreated = created !== null;
  useEffect(() => {
    if (isCreated) setIsFormOpen(false);
  }, [isCreated]);
  const openForm = () => {
    dispatch(apiKeyFormOpened());
    setIsFormOpen(true);
  };
  if (!list && error)
    return (
      <ErrorState
        title="Your API keys did not load"
        text={error.message}
        onRetry={() => dispatch(apiKeysRequested())}
      />
    );
  if (!list) return <Skeleton count={3} />;
  const newKey = (
    <Button variant={list.length === 0 ? 'primary' : undefined} icon={Plus} onClick={openForm}>
      New API key
    </Button>
  );
  return (
    <>
      {list.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No API keys yet"
          text="A key lets a program of yours use your account, without your password."
          action={newKey}
        />
      ) : (
        <div className="stack">
          <ul>
            {list.map((key) => (
              <KeyRow key={key._id} apiKey={key} />
            ))}
          </ul>
          <div>{newKey}</div>
        </div>
      )}
      <Sheet
        open={isFormOpen}
        onClose={() => setIsFormOpen(false)}
        locked={creating.isBusy}
        title="New API key"
        subtitle="It can never move money, and never change how you log in."
      >
        <ApiKeyForm isCreator={isCreator} />
      </Sheet>
      {created && (
        <CreatedKey
          title={`Your key “${created.name}”`}
          secret={created.key}
          onDone={() => dispatch(createdKeyDismissed())}
        />
      )}
    </>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const dispatch = useAppDispatch();
  const { revoking } = useAppSelector(selectApiKeys);
  const [isAsking, setIsAsking] = useState(false);
  const { _id: id, name, hint, scopes, expiresAt, lastUsedAt } = apiKey;
  const isRevoking = revoking.id === id;
  const close = () => {
    setIsAsking(false);
    dispatch(apiKeyRevokeClosed());
  };
  return (
    <ListRow>
      <div className="grow">
        <p className="strong">
          {name} <span className={styles.hint}>…{hint}</span>
        </p>
        <p className={styles.badges}>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </p>
        <p className="muted sm">
          {lastUsedAt ? (
            <>
              Last used <TimeAgo value={lastUsedAt} inSentence />
            </>
          ) : (
            'Never used'
          )}
          {' · '}
          {expiresAt ? (
            <>
              Expires on <Day value={expiresAt} />
            </>
          ) : (
            'Never expires'
          )}
        </p>
      </div>
      <Button size="sm" aria-label={`Revoke ${name}`} onClick={() => setIsAsking(true)}>
        Revoke
      </Button>
      <Sheet open={isAsking} onClose={close} locked={isRevoking && revoking.isBusy} title={`Revoke “${name}”?`}>
        <p>Programs that use this key stop working right away. This can’t be undone.</p>
        <FormFoot failure={isRevoking ? revoking.error : null}>
          <div className="row row--end row--wrap">
            <Button variant="ghost" onClick={close}>
              Keep it
            </Button>
            <Button
              variant="danger"
              busy={isRevoking && revoking.isBusy}
              onClick={() => dispatch(apiKeyRevokeRequested(id))}
            >
              Revoke key
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </ListRow>
  );
}
