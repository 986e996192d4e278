import type { posts } from '../../../db/schema/site';

export type NewPage = Pick<
  typeof posts.$inferInsert,
  'type' | 'title' | 'slug' | 'content' | 'shortDescription' | 'ordering' | 'authorId' | 'status'
>;

const note = `
<p><em>This is a starting text that comes with the software. The operators of this site read it with somebody who knows the law of their place, and put their own in its place.</em></p>`;

/**
 * The pages to which every footer links, until operators write their own (`npm run admin -- page set`). They name no company or
 * country, and say "this site".
 */
export const starterPages: readonly NewPage[] = [
  {
    slug: 'about',
    title: 'About',
    shortDescription: 'What this site is for and how the money moves.',
    content: `
<p>This site is a place where people who make things are paid by the people who like them. A creator opens a page, sets a price, and posts. A subscriber pays that price and sees everything marked for subscribers. There is no advertising and nothing is chosen for you by a machine: your home shows the creators you follow, newest first.</p>
<h2>How it works</h2>
<ul>
<li><strong>Follow</strong> a creator for free and see what they post for everyone.</li>
<li><strong>Subscribe</strong> by the month or the year. You see the next date and the sum before you pay, and you can cancel in two taps. What you have paid for stays open until the period ends, unless the creator blocks you.</li>
<li><strong>Unlock</strong> single posts, galleries, videos and messages from your wallet. What you unlock is yours to keep, even when you no longer subscribe.</li>
<li><strong>Tip</strong> when something made your day.</li>
</ul>
<h2>Where the money goes</h2>
<p>The creator receives the larger part of every payment. A fixed share, which creators see before their first sale and with each one, pays for the servers, the card fees and the people who answer your messages. Income is held for a few days so that a mistaken or stolen card can be put right, and is then the creator's.</p>
<h2>Who runs it</h2>
<p>This site runs on open software that anybody may read, install and improve, and on <a href="/licences">the work of many others</a>. The people who operate this copy of it are named under <a href="/contact">Contact</a>.</p>
`,
  },
  {
    slug: 'help',
    title: 'Help',
    shortDescription: 'Answers to what people ask most.',
    content: `
<h2>Your account</h2>
<h3>I cannot log in</h3>
<p>Check that the address is the one you registered with, then ask for a new password on the <a href="/auth/forgot-password">forgotten password</a> page. The link in the email works once. If no email comes within ten minutes, look in the spam folder.</p>
<h3>How do I close my account?</h3>
<p>Open <a href="/user/account?section=data">Account</a> and choose "Delete my account" under "Your data". Before that you can download a copy of your data. Money left in your wallet is lost with the account, so spend it or ask us for it first.</p>
<h2>Paying</h2>
<h3>What is the wallet?</h3>
<p>Money you put aside on this site. It pays for posts, messages, orders, tickets, shows and tips; subscriptions are paid by card. You put money in by card; it does not run out and costs nothing to keep.</p>
<h3>When am I charged for a subscription?</h3>
<p>On the day you subscribe and again at the end of each month or year. A free trial ends by itself on the day it names, and nothing is charged. Each creator gives one for each account and card.</p>
<h3>My card was refused</h3>
<p>You were not charged. Most often the bank wants to hear from you first, or there is too little money on the card. Try another card or ask your bank. After a failed renewal we try again over seven days and write to you each time.</p>
<h3>Can I have my money back?</h3>
<p>If something you paid for does not open, did not arrive or is not what was described, open its receipt, in your <a href="/user/payment-history">payment history</a> or under <a href="/user/purchased-content?view=receipts">Purchases</a>, and press "Ask for a refund". The receipt says until when you can ask. The creator answers first. If they do not answer in time, we decide; if they say no, you can ask us to look at it. What is refunded goes back to the card or wallet that paid, and you can no longer open it.</p>
<p>Tips, tickets, shows and money put into the wallet cannot be asked back this way. If something went wrong with one of them, or you were charged twice, write to us through <a href="/contact">Contact</a>.</p>
<h3>Can I cancel an order?</h3>
<p>Yes, until it is shipped. Open it under <a href="/user/orders">Orders</a> and press "Cancel order": the money goes back to your card or wallet. After that, ask for a refund.</p>
<h2>For creators</h2>
<h3>How do I start a page?</h3>
<p>Register as a creator and upload two documents that show who you are and that you are of age. A person looks at them, usually within two working days. Nobody else sees them.</p>
<h3>When am I paid?</h3>
<p>Each payment is held for some days and then becomes available; your earnings page names the days and your share. To be paid out, request a payout on your <a href="/creator/payout-request">Payouts</a> page.</p>
<h3>Can people copy my work?</h3>
<p>Locked files cannot be reached without paying: visitors get a blurred picture that is made on the server. No site can stop a paying visitor from taking a photograph of a screen. If your work appears somewhere else, see <a href="/page/copyright">Copyright requests</a>.</p>
<h2>Something else</h2>
<p>To report a post, a comment or a person, use the menu beside it. For everything else write to us through <a href="/contact">Contact</a>.</p>
`,
  },
  {
    slug: 'terms-of-service',
    title: 'Terms of service',
    shortDescription: 'The agreement between you and this site.',
    content: `${note}
<p>By opening an account or using this site you agree to these terms. "We" are the operator of this site, "creators" are people who offer content on it, "you" are everybody who uses it.</p>
<h2>1. Who may use this site</h2>
<p>You must be at least 18 years old and able to enter into a contract. One person has one account, gives true details and keeps the password secret. You are responsible for what happens under your account until you tell us that somebody else has it.</p>
<h2>2. What we do</h2>
<p>We provide the place, take payments and pay creators. Content and goods are offered by the creators; when you subscribe, unlock or order, you have an agreement with the creator, and we carry it out for both of you.</p>
<h2>3. Prices and renewals</h2>
<ul>
<li>The price, the tax and the next payment date are shown before you pay.</li>
<li>Subscriptions renew at the end of each period until cancelled. You may cancel at any time; what you have paid for stays open until the period ends, unless the creator blocks you (see 9).</li>
<li>If a creator changes a price, we tell you first. Your subscription keeps its price until the day we name, and you may cancel before it renews at the new one.</li>
<li>Content you unlocked remains available to you for as long as this site hosts it, also after the creator has taken it off sale.</li>
</ul>
<h2>4. Wallet</h2>
<p>Money in the wallet can be spent on this site only. It pays no interest and is not a bank account. If we close the site, we pay back what is left.</p>
<h2>5. Refunds</h2>
<p>Digital content that opens at once cannot be given back after it was opened, as far as the law allows. We refund payments that were made twice, by mistake of ours, or for content that does not work or is not what was described. Physical goods may be returned unused within fourteen days of arrival at your cost, unless they were made for you.</p>
<h2>6. Your content</h2>
<p>You keep all rights in what you post. You allow us to store, convert and show it to the people you have chosen, for as long as it is on the site. You promise that it is yours or that you may use it, and that everybody who can be recognised in it is of age and has agreed.</p>
<h2>7. What is not allowed</h2>
<ul>
<li>anything against the law, and any content that harms, sexualises or exploits minors;</li>
<li>threats, harassment, hatred against groups, and the publishing of private data;</li>
<li>fraud, paid content that is not as described, and leading people to pay elsewhere in order to avoid the site's share;</li>
<li>copying, recording or passing on content that you do not own;</li>
<li>attacks on the site, automated copying, and fake accounts or reactions.</li>
</ul>
<h2>8. Creators</h2>
<p>Creators show us who they are before they may charge. They set their prices within the limits of the site, deliver what they have described, and pay their own taxes. Our share is shown in the studio.</p>
<h2>9. Blocking and ending</h2>
<p>You may close your account at any time. We may remove content or close an account that breaks these terms; we say why, unless the law forbids it, and you may answer. Money that is rightly yours is paid out. Creators may block people: a subscription is not renewed then, their page is closed to who was blocked, and what was bought stays open.</p>
<h2>10. Liability</h2>
<p>We run the site with care but cannot promise that it is always reachable or free of errors. We are liable without limit for intent, gross negligence and harm to life and health; otherwise for foreseeable harm from the breach of an essential duty. Your rights as a consumer are not affected.</p>
<h2>11. Changes</h2>
<p>We announce changes at least thirty days ahead by email or on the site. If you do not agree you may close your account before they begin; if you keep using the site they apply.</p>
<h2>12. Law and contact</h2>
<p>The law of the operator's country applies, and that of your home country where it protects you as a consumer. Questions go through <a href="/contact">Contact</a>.</p>
`,
  },
  {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    shortDescription: 'Which data this site keeps, why and for how long.',
    content: `${note}
<p>This page says which data we keep about you, why, for how long, and what you can do about it. The operator named under <a href="/contact">Contact</a> is responsible.</p>
<h2>What we keep</h2>
<ul>
<li><strong>Account:</strong> name, username, email address, password (only as a hash), country, and what you add to your profile.</li>
<li><strong>What you do here:</strong> posts, messages, comments, likes, whom you follow and subscribe to, what you have bought.</li>
<li><strong>Payments:</strong> amounts, dates and the last four digits of a card. Full card numbers go straight to the payment service and never reach us.</li>
<li><strong>Creators only:</strong> documents that show identity and age, bank details for payouts, tax details where the law asks for them.</li>
<li><strong>Technical data:</strong> IP address, kind of browser, times of log-in. We use them to keep accounts safe and to find faults.</li>
</ul>
<h2>Why we may</h2>
<p>Most of it we need to keep our agreement with you. Payment records we must keep by law. Safety and fault-finding rest on our legitimate interest, and newsletters on your consent, which you can take back at any time.</p>
<h2>Who sees it</h2>
<p>Other people see your profile, what you post and, if you subscribe to a creator, that you do; the creator does not see your email address or your payment details. Services that work for us (payments, email, storage, video) get what they need for their task and nothing else. We do not sell data and do not show advertising. Authorities get data only when the law obliges us.</p>
<h2>Cookies and browser storage</h2>
<p>One cookie keeps you logged in. A few short-lived ones carry a log-in through another service. Your browser also remembers the theme, drafts, forms and messages that are not sent, files you are uploading, recent searches, places in videos, posts you have hidden, a mark of this device that makes log-in safer and, when somebody invited you, their code.</p>
<h2>How long</h2>
<ul>
<li>Account and content: until you delete them. Backups follow within thirty days.</li>
<li>Payment records: as long as tax law asks, often ten years.</li>
<li>Technical records: ninety days.</li>
<li>Identity documents: until the account of the creator ends, plus the time the law asks for.</li>
</ul>
<h2>Your rights</h2>
<p>You may see, correct, download, move and delete your data, object to its use and complain to a data protection authority. Download and deletion are under "Your data" in <a href="/user/account?section=data">Account</a>; for the rest write to us. We answer within a month.</p>
<h2>Safety</h2>
<p>Connections are encrypted, passwords are hashed, locked files are reachable only through links that end within minutes, and two-factor log-in is available to everyone. If something goes wrong with your data we tell you without delay.</p>
<h2>Minors</h2>
<p>This site is for adults. If we learn that somebody is younger than 18 we close the account and delete the data.</p>
`,
  },
  {
    slug: 'copyright',
    title: 'Copyright requests',
    shortDescription: 'How to report work that was posted without permission (DMCA and similar laws).',
    content: `${note}
<p>Creators keep their rights here, and so do people who have never heard of this site. If your work was posted without your permission, tell us and we will act quickly. This page follows the notice procedure of the United States Digital Millennium Copyright Act (DMCA); notices under the law of other countries are just as welcome.</p>
<h2>Sending a notice</h2>
<p>Use <a href="/contact">Contact</a> with the subject "Copyright" and tell us:</p>
<ul>
<li>which work is yours, with a link or a copy where there is one;</li>
<li>the address of each page here that shows it;</li>
<li>your name, postal address, telephone number and email address;</li>
<li>that you believe in good faith that the use is not allowed by you, your agent or the law;</li>
<li>that your notice is accurate and, under penalty of perjury, that you are the owner or act for the owner;</li>
<li>your signature; your typed full name is enough.</li>
</ul>
<h2>What happens then</h2>
<p>We check that the notice is complete, take the content down, normally within two working days, and send the notice to the person who posted it. Accounts that are reported again and again with good reason are closed.</p>
<h2>If your content was removed by mistake</h2>
<p>Answer with the address where the content was, your name, postal address and telephone number, a statement under penalty of perjury that you believe it was removed by mistake, that you accept the courts of your district (or, outside the United States, of the operator's), and your signature. We pass this on; unless the other side tells us within ten working days that it has gone to court, we put the content back.</p>
<h2>Please be honest</h2>
<p>Whoever knowingly sends a false notice or a false answer may have to pay for the harm. If you are not sure whether something is yours to claim, ask a lawyer first.</p>
`,
  },
  {
    slug: 'accessibility',
    title: 'Accessibility',
    shortDescription: 'Which standard this site follows, what is tested, and what does not work yet.',
    content: `${note}
<p>This site should work for everyone: with a keyboard, a screen reader, large text, high contrast, captions, on a phone and on a slow line. We follow the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, which the European standard EN 301 549 asks for.</p>
<h2>What is tested</h2>
<p>The software that runs this site is tested with each change, on desktop and phone sizes and in both themes:</p>
<ul>
<li>every page with axe, which finds errors in names, roles, contrast and structure;</li>
<li>the structure of each page: one main heading, valid markup, a link to skip to the content;</li>
<li>menus, lists, players and forms by keyboard, such as buying, posting and chatting;</li>
<li>pages at 360 pixels of width, which equals 400 % zoom, without scrolling sideways;</li>
<li>reduced motion, and the dark theme.</li>
</ul>
<p>Automatic tests find less than half of all problems. Tests by people who use assistive technology every day are named here once we have done them.</p>
<h2>What does not work yet</h2>
<ul>
<li>Creators can add captions to videos, but many do not. Live shows have none. Most pictures are described only by the text of their post.</li>
<li>Receipts and statements are tagged PDF files; not every reader uses the tags.</li>
<li>Card fields and log-in pages of other companies follow the rules of those companies.</li>
<li>The site is in English only.</li>
</ul>
<h2>Tell us</h2>
<p>If something does not work for you, write to us through <a href="/contact">Contact</a>: which page it was, what you wanted to do, and what you use. We answer within two working days, and find another way for you until it is mended. If our answer does not help, the office that watches over accessibility in your country can.</p>
`,
  },
].map((page, index) => ({ ...page, type: 'page', ordering: index + 1 }));
