import Link from 'next/link';
import { FileClock } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { TextArea } from '@/components/form/text-area';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { findSetupProblems, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH, type SetupProblems } from '../show-setup';
import { goLiveRequested, setupChanged } from '../studio-slice';
import { selectHasMedia, selectKeepsShows, selectSetup, selectStudio } from '../studio-state';
import { SetupAudience } from './setup-audience';
import { SetupExtras } from './setup-extras';

const NO_PROBLEMS: SetupProblems = {};

export function SetupForm() {
  const dispatch = useAppDispatch();
  const setup = useAppSelector(selectSetup);
  const site = useAppSelector(selectSettings);
  const keepsShows = useAppSelector(selectKeepsShows);
  const hasMedia = useAppSelector(selectHasMedia);
  const { phase, refusal } = useAppSelector(selectStudio);
  const user = useAppSelector(selectCurrentUser);
  const [wasPressed, setWasPressed] = useState(false);
  const problems = wasPressed ? findSetupProblems(setup, site, { keepsShows }) : NO_PROBLEMS;
  const isApproved = !user?.isPerformer || user.verifiedDocument;
  const isStarting = phase === 'starting';
  const begin = () => {
    setWasPressed(true);
    const found = findSetupProblems(setup, site, { keepsShows });
    if (Object.keys(found).length === 0 && hasMedia && isApproved && !isStarting) dispatch(goLiveRequested());
  };
  return (
    <Form className="stack" onSubmit={begin} checksItself aria-label="Go live">
      <Field label="Title" error={problems.title} hint={setup.title && `${setup.title.length} of ${MAX_TITLE_LENGTH}`}>
        <Input
          value={setup.title}
          maxLength={MAX_TITLE_LENGTH}
          autoComplete="off"
          onChange={({ target }) => dispatch(setupChanged({ title: target.value }))}
        />
      </Field>
      <Field label="Description" optional>
        <TextArea
          rows={2}
          value={setup.description}
          maxLength={MAX_DESCRIPTION_LENGTH}
          onChange={({ target }) => dispatch(setupChanged({ description: target.value }))}
        />
      </Field>
      <SetupAudience problems={problems} />
      {keepsShows && <SetupExtras problems={problems} />}
      <FormFoot
        failure={refusal}
        notes={
          <>
            {!isApproved && (
              <Note icon={FileClock} tone="warn">
                You can go live once your documents are approved.{' '}
                <Link className="link" href={`${paths.creator.account}?section=documents`}>
                  See your documents
                </Link>
              </Note>
            )}
            {wasPressed && isApproved && !hasMedia && (
              <Note icon={FileClock} tone="warn">
                Turn on your camera or your microphone, or share your screen.
              </Note>
            )}
          </>
        }
      >
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={isStarting}
          busyLabel="Starting your show"
          disabled={!isApproved}
        >
          Go live
        </Button>
        <p className="xs muted center">
          Your followers and subscribers get a notification. Not today?{' '}
          <Link className="link" href={paths.creator.createPost}>
            Announce the show in a post
          </Link>
        </p>
      </FormFoot>
    </Form>
  );
}
