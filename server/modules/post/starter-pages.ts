import type { NewPost } from './post-repository';

/**
 * The pages that every site's footer points at, until its operators write their own. They say plainly what the software
 * does; the law of a place asks for more, and each page says so.
 */
export const starterPages: readonly NewPost[] = [
  {
    type: 'page',
    slug: 'about',
    title: 'About',
    ordering: 1,
    shortDescription: 'What this site is for.',
    content: `
<p>This is a home for people who make things and for those who want to see more of it. Creators publish what they like;
their fans subscribe, buy single pieces, send tips and write to them.</p>
<h2>How money moves</h2>
<p>Fans fill a wallet or pay by card. What a fan pays goes to the creator, less the share of the site, and can be paid
out after a short holding period. Every movement is kept in books that balance to the cent.</p>
<h2>Who runs it</h2>
<p>The operators of this site have not introduced themselves yet. You can write to them by the <a href="/contact">contact
form</a>.</p>`,
  },
  {
    type: 'page',
    slug: 'terms-of-service',
    title: 'Terms of service',
    ordering: 2,
    shortDescription: 'What we expect of each other.',
    content: `
<p>These are starting terms that come with the software. The operators of this site replace them with their own.</p>
<h2>Who may take part</h2>
<p>You must be of age where you live. One person, one account; keep your password to yourself. Creators show documents
that prove who they are before they publish.</p>
<h2>What you publish</h2>
<p>You keep the rights to your work. You publish only what is yours, what is lawful, and what everybody in it has agreed
to. Nobody may copy what they see here and pass it on.</p>
<h2>What you pay</h2>
<p>A price is shown before you pay. Subscriptions renew until you cancel, and a cancelled one runs to the end of the time
you have paid for. Money in your wallet is for use on this site.</p>
<h2>When it goes wrong</h2>
<p>Report what breaks these terms. We may hide content and close accounts; we say why, and you can answer.</p>`,
  },
  {
    type: 'page',
    slug: 'privacy-policy',
    title: 'Privacy policy',
    ordering: 3,
    shortDescription: 'What this site knows about you.',
    content: `
<p>This is a starting text that comes with the software. The operators of this site replace it with their own.</p>
<h2>What is stored</h2>
<ul>
<li>What you tell us: name, e-mail, profile, what you publish and write.</li>
<li>What you do here: whom you follow, what you bought, when you were last here.</li>
<li>For creators: documents that prove their identity, and where payouts go. Nobody but the operators sees them.</li>
</ul>
<h2>What is not</h2>
<p>Card numbers do not reach this site; the payment service keeps them. Pictures lose the place and the camera they were
taken with. Nothing on these pages is loaded from other sites unless the operators have added it.</p>
<h2>Cookies</h2>
<p>One cookie keeps you logged in. Your browser also remembers your theme and your cart.</p>
<h2>Your rights</h2>
<p>You can read and change what we know of you in your account, and ask us to hand it over or to delete it.</p>`,
  },
  {
    type: 'page',
    slug: 'copyright',
    title: 'Copyright',
    ordering: 4,
    shortDescription: 'When somebody shows your work without asking.',
    content: `
<p>If you find your work here and have not agreed to it, tell us by the <a href="/contact">contact form</a>:</p>
<ol>
<li>which work is yours, and where the original can be seen;</li>
<li>the address of the page that shows it;</li>
<li>who you are, and how we reach you;</li>
<li>that what you say is true, and that you may speak for the owner of the rights.</li>
</ol>
<p>We take it down while we look into it, and let the person who published it answer.</p>`,
  },
];
