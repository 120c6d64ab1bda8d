import { Link } from 'react-router'
import type { SiteInfo } from '#contract/accounts/current-user.ts'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'
import { termsClosingSections } from './terms-closing-text.tsx'

/*
 * What people agree to. It promises only what the product does; a commit that adds a capability (reporting,
 * appeals, an export) must also change this text.
 */
export const getTermsSummary = ({ ads }: SiteInfo) => [
  'You must be 13 to 19 to join. From 13 to 18 a parent or guardian must agree.',
  'What you upload stays yours. You only allow us to store it and show it.',
  'Be kind, be truthful, stay safe. Some things are never allowed here.',
  ads ? 'It is free. This site may show ads.' : 'It is free, and there are no ads.',
  'You can leave whenever you like. Your account is then deleted for good, within 24–48 hours.',
]

export const termsSections: LegalSection[] = [
  {
    id: 'about',
    title: 'What these terms are',
    text: ({ name, url }) => (
      <>
        <p>
          {name} is a free place where people aged 13 to 19 share videos. These terms are an agreement between
          you and us. “We” are the people who run {name} at {new URL(url).host}. “You” are anyone who uses it,
          with or without an account.
        </p>
        <p>
          By creating an account you accept these terms. If something in them is unclear, ask a parent or
          another adult you trust, or ask us, before you join. The box “In short” is there to help; what
          counts is the full text.
        </p>
        <p>
          How we handle your personal data is in the{' '}
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
          sets a higher age for a service like this, that higher age counts for you.
        </p>
        <p>
          Give your true age when you join. We do not ask for identity papers, so we rely on your word. An
          account made with a false age may be closed.
        </p>
        <p>Anyone may watch public videos and read comments without an account.</p>
      </>
    ),
  },
  {
    id: 'parents',
    title: 'Your parents or guardians',
    text: (site) => (
      <>
        <p>
          From 13 to 18 you may join only if a parent or guardian has agreed. By creating an account you tell
          us that they have read these terms, or that you have gone through them together, and that they said
          yes.
        </p>
        <p>
          Parents: you can write to <ContactEmailLink site={site} subject="From a parent" /> at any time, with
          a question about your child’s account or to take your consent back. We then close and delete the
          account as described in{' '}
          <a className="link" href="#leaving">
            section 11
          </a>
          . We may first ask you to show that you are the parent.
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
          <li>An account is for one person. Do not share it, sell it or pass it on.</li>
          <li>Use an email address that is yours, and tell the truth about your name and age.</li>
          <li>
            Choose a username that does not give away who you are. Leave out your real name, school, town and
            birthday.
          </li>
          <li>
            Keep your password to yourself and use it nowhere else. We never ask you for it in a message. A
            letter with a link to sign in is as good as your password: do not pass it on.
          </li>
          <li>
            If you think someone else is using your account,{' '}
            <Link to={pagePaths.forgot} className="link">
              set a new password
            </Link>{' '}
            and write to <ContactEmailLink site={site} subject="Someone used my account" />.
          </li>
        </ul>
        <p>
          If you are under 18, your username is the only name that others see. At 18 or 19 you choose whether
          a name is shown as well, when you join and at any time later.
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
          Your videos, pictures, titles, descriptions and comments belong to you. We do not own them and we do
          not sell them.
        </p>
        <p>
          So that they can be shown, you give us a permission, called a licence. It lets us store what you
          upload, convert it into the sizes and formats that screens need, make preview pictures from it, and
          show it to the people you chose. The licence is free of charge, covers the whole world, and is not
          exclusive: you may publish the same thing anywhere else. We may pass it on only to the services that
          store and deliver the files for us.
        </p>
        <p>
          The licence ends when you delete the video or comment. It then disappears for everyone at once, and
          the files are erased right after. We cannot fetch back copies that others have made.
        </p>
        <p>
          If you set a video to “Everyone”, anyone can watch it and share its link. If you are 18 or 19, other
          websites can show it in our player, too.
        </p>
        <p>Only upload what you may upload:</p>
        <ul>
          <li>you made it, or whoever made it has allowed you to use it, the music included;</li>
          <li>the people who can be recognised in it are fine with that.</li>
        </ul>
        <p>
          Keep a copy of your own. We make versions for playing and do not promise to keep the file you
          uploaded.
        </p>
      </>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    text: () => (
      <>
        <p>Do not upload, write or link to:</p>
        <ul>
          <li>
            anything sexual, and never anything sexual that involves someone under 18, not even of yourself;
          </li>
          <li>bullying, threats, humiliation or hate against a person or a group;</li>
          <li>violence or cruelty shown to shock, or praise for it;</li>
          <li>encouragement to self-harm, suicide, eating disorders, or challenges that can hurt someone;</li>
          <li>sale or promotion of drugs, alcohol, tobacco, vapes, weapons or gambling;</li>
          <li>
            private details, yours or someone else’s: address, phone number, school, timetable, place, private
            messages or pictures;
          </li>
          <li>work that belongs to someone else and that you have no permission to use;</li>
          <li>lies about who you are, fraud, spam, or anything against the law.</li>
        </ul>
        <p>Do not:</p>
        <ul>
          <li>
            contact people here to lead them into secret or sexual conversations, or ask them for pictures;
          </li>
          <li>try to find out who stands behind a username;</li>
          <li>open accounts in bulk, fake likes, or come back after we closed your account;</li>
          <li>
            break into the site, overload it, spread harmful software, or get around its limits. If you find a
            weakness, please tell us.
          </li>
        </ul>
      </>
    ),
  },
  ...termsClosingSections,
]
