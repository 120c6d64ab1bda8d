import { Link } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'
import { termsFinalSections } from './terms-final-sections.tsx'

/*
 * The terms to which people agree when they sign up. The terms must not promise more than the product does.
 * If a commit adds a user-facing feature (reporting, appeals, an export), it must also update the terms.
 */
export const getTermsSummary = ({ ads }: SiteInfo) => [
  'You must be 13 to 19 to join. If you’re 13 to 18, a parent or guardian must agree.',
  'What you upload stays yours. You only allow us to store and show it.',
  'Be kind, be honest and stay safe. Some things are never allowed here.',
  ads ? 'It is free. This site may show ads.' : 'It is free, and there are no ads.',
  'You can delete your account whenever you like. It is permanently deleted within 24–48 hours.',
]

export const termsSections: LegalSection[] = [
  {
    id: 'about',
    title: 'What these terms are',
    text: ({ name, url }) => (
      <>
        <p>
          {name} is a free site where people aged 13 to 19 share videos. These terms are an agreement between
          you and us. “We” are the people who run {name} at {new URL(url).host}. “You” means anyone who uses
          it, with or without an account.
        </p>
        <p>
          By creating an account, you accept these terms. If something in them is unclear, ask a parent or
          another adult you trust, or ask us, before you join. The “In short” box is only a summary. The full
          text is what counts.
        </p>
        <p>
          To learn how we handle your personal data, read the{' '}
          <Link to={pagePaths.privacy} className="link">
            privacy policy
          </Link>
          .
        </p>
      </>
    ),
  },
  {
    id: 'who-can-join',
    title: 'Who can join',
    text: () => (
      <>
        <p>
          The minimum age is 13, and joining is limited to people aged 13 to 19. If the law where you live
          sets a higher minimum age for a service like this, that age applies to you.
        </p>
        <p>
          Give your real age when you join. We don’t ask for ID, so we rely on your word. We may close an
          account created with a false age.
        </p>
        <p>Anyone can watch public videos and read comments without an account.</p>
      </>
    ),
  },
  {
    id: 'parents',
    title: 'Your parents or guardians',
    text: (site) => (
      <>
        <p>
          From 13 to 18 you may join only if a parent or guardian has agreed. By creating an account, you
          confirm that they have read these terms, or that you have read them together, and that they have
          given their consent.
        </p>
        <p>
          Parents can write to <ContactEmailLink site={site} subject="From a parent" /> at any time, with a
          question about their child’s account or to withdraw their consent. If you withdraw your consent, we
          close and delete the account as described in{' '}
          <a className="link" href="#leaving">
            section 11
          </a>
          . We may first ask you to prove that you are the parent.
        </p>
      </>
    ),
  },
  {
    id: 'your-account',
    title: 'Your account',
    text: (site) => (
      <>
        <ul>
          <li>An account is for one person. Don’t share it, sell it or give it away.</li>
          <li>Use an email address that is yours, and tell the truth about your name and age.</li>
          <li>
            Choose a username that doesn’t identify you. Leave out your real name, school, town and birthday.
          </li>
          <li>
            Keep your password to yourself, and don’t use it anywhere else. We never ask you for it in a
            message. Anyone with your sign-in link can get into your account, so don’t forward the email that
            contains it.
          </li>
          <li>
            If you think someone else is using your account,{' '}
            <Link to={pagePaths.forgotPassword} className="link">
              set a new password
            </Link>{' '}
            and write to <ContactEmailLink site={site} subject="Someone used my account" />.
          </li>
        </ul>
        <p>
          If you’re under 18, your username is the only name that others see. At 18 or 19, you choose whether
          to show a name as well, both when you join and at any time later.
        </p>
      </>
    ),
  },
  {
    id: 'your-work',
    title: 'What you make stays yours',
    text: () => (
      <>
        <p>
          Your videos, pictures, titles, descriptions and comments belong to you. We don’t own them, and we
          don’t sell them.
        </p>
        <p>
          To let us show them, you give us permission, called a licence. It lets us store what you upload,
          convert it into the sizes and formats that screens need, make preview pictures from it, and show it
          to the people you choose. The licence is free of charge, applies worldwide, and is not exclusive, so
          you can publish the same work anywhere else. We may pass the licence on only to the services that
          store and deliver the files for us.
        </p>
        <p>
          The licence ends when you delete the video or comment. It then disappears for everyone immediately,
          and the files are erased right after. We can’t get back copies that others have made.
        </p>
        <p>
          If you set a video to “Everyone”, anyone can watch it and share its link. If you’re 18 or 19, other
          websites can also show it in our player.
        </p>
        <p>Upload a video only if both of these are true:</p>
        <ul>
          <li>you made it, or the people who made it allow you to use it, including the music;</li>
          <li>everyone who can be recognised in it agrees.</li>
        </ul>
        <p>
          Keep your own copy. We make versions for playback and don’t promise to keep the file you uploaded.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What isn’t allowed',
    text: () => (
      <>
        <p>Don’t upload, write or link to:</p>
        <ul>
          <li>
            anything sexual, and never anything sexual that involves someone under 18, including yourself;
          </li>
          <li>bullying, threats, humiliation or hate against a person or a group;</li>
          <li>violence or cruelty shown to shock, or praise for it;</li>
          <li>encouragement of self-harm, suicide, eating disorders or challenges that can hurt someone;</li>
          <li>the sale or promotion of drugs, alcohol, tobacco, vapes, weapons or gambling;</li>
          <li>
            private details about you or someone else, such as an address, phone number, school, timetable,
            location, private messages or private pictures;
          </li>
          <li>someone else’s work that you don’t have permission to use;</li>
          <li>lies about who you are, fraud, spam, or anything against the law.</li>
        </ul>
        <p>Don’t:</p>
        <ul>
          <li>
            contact people here to draw them into secret or sexual conversations, or to ask them for private
            pictures;
          </li>
          <li>try to find out who is behind a username;</li>
          <li>create accounts in bulk, fake likes, or come back after we’ve closed your account;</li>
          <li>
            break into the site, overload it, spread malware or get around its limits. If you find a security
            problem, please tell us.
          </li>
        </ul>
      </>
    ),
  },
  ...termsFinalSections,
]
