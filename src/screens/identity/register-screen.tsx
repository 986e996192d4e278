import { Brush, ChevronRight, Heart } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/router';
import { Icon } from '@/components/basic/icon';
import { paths, toSafeReturnPath } from '@/config/paths';
import { AuthFrame } from '@/features/identity/auth/components/auth-frame';
import { withQuery } from '@/lib/omit-empty';
import styles from './register-screen.module.css';

export function RegisterScreen() {
  const { query } = useRouter();
  const returnTo = toSafeReturnPath(query['returnTo']);
  return (
    <AuthFrame
      title="Create an account"
      lead="It’s free. You only pay for what you choose."
      foot={
        <>
          Already have an account?{' '}
          <Link className="link" href={withQuery(paths.auth.login, { returnTo })}>
            Log in
          </Link>
        </>
      }
    >
      <div className="stack stack--md">
        <Link className={styles.choice} href={withQuery(paths.auth.fanRegister, { returnTo })}>
          <Icon of={Heart} size={24} />
          <div className="grow">
            <h2>Follow and subscribe</h2>
            <p className="sm ink-2">See what creators make, message them, keep what you unlock.</p>
          </div>
          <Icon of={ChevronRight} />
        </Link>
        <Link className={styles.choice} href={paths.auth.creatorRegister}>
          <Icon of={Brush} size={24} />
          <div className="grow">
            <h2>Start my own page</h2>
            <p className="sm ink-2">Set your prices, post what you make, be paid out.</p>
          </div>
          <Icon of={ChevronRight} />
        </Link>
      </div>
    </AuthFrame>
  );
}
