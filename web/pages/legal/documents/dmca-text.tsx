import { Link } from 'react-router'
import { supportResponseTimes } from '#contract/contact/support.ts'
import { pagePaths } from '#web/paths.ts'
import { ContactEmailLink, type LegalSection } from './legal-document.tsx'

export const getDmcaSummary = () => [
  'Upload only what is yours, or what you were allowed to use. That includes the music.',
  `If somebody uploaded your work, send us a notice. We look at it within ${supportResponseTimes.dmca}.`,
  'If we took down something of yours by mistake, you can object.',
  'Who keeps doing it loses their account.',
]

export const dmcaSections: LegalSection[] = [
  {
    id: 'what',
    title: 'What this is about',
    text: ({ name }) => (
      <>
        <p>
          Films, songs, pictures and texts belong to whoever made them, from the moment they are made. The
          Digital Millennium Copyright Act (DMCA) is a law of the United States. It says how to tell a site
          like {name} that somebody else put your work on it, and what the site then does. We handle notices
          from other countries the same way.
        </p>
        <p>
          You do not need a lawyer for this, and you do not need an account. If you are under 18, let a parent
          or guardian help you: a notice is a legal statement with your real name.
        </p>
      </>
    ),
  },
  {
    id: 'notice',
    title: 'How to send a notice',
    text: (site) => (
      <>
        <p>
          Write to <ContactEmailLink site={site} subject="DMCA notice" />, or use the{' '}
          <Link to={pagePaths.contact} className="link">
            contact form
          </Link>
          . So that we can act on it, it has to say:
        </p>
        <ul>
          <li>which work is yours: a title, a link, or a description;</li>
          <li>
            where it is on {site.name}: the link of the video, and from which second if it is only a part;
          </li>
          <li>your full name, an address, a telephone number and an email address;</li>
          <li>
            that you believe in good faith that this use was not allowed by you, by somebody who acts for you,
            or by the law;
          </li>
          <li>
            that what you say is accurate, and, under penalty of perjury, that the work is yours or that you
            act for the person it belongs to;
          </li>
          <li>your signature. Your full name typed at the end is enough.</li>
        </ul>
        <p>Leave one of them out, and we may have to ask you first.</p>
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens then',
    text: () => (
      <>
        <p>
          A person reads it, within {supportResponseTimes.dmca}. If it is complete and makes sense, we take
          the video down for everybody and tell the one who uploaded it why. They get to see what the notice
          says about the work; telephone number and address we pass on only if the law obliges us.
        </p>
        <p>
          If something is missing or we think that the use is allowed (a short quotation, a parody), we write
          back to you.
        </p>
      </>
    ),
  },
  {
    id: 'counter',
    title: 'If we took yours down',
    text: (site) => (
      <>
        <p>
          You made it yourself, you had permission, or the law allows it? Then object. Write to{' '}
          <ContactEmailLink site={site} subject="DMCA counter-notice" /> with:
        </p>
        <ul>
          <li>which video it was, and the link it had;</li>
          <li>
            that you believe in good faith, under penalty of perjury, that it was taken down by mistake or
            mix-up;
          </li>
          <li>your full name, an address and a telephone number;</li>
          <li>
            that you accept the court for the place where you live (or, outside the United States, the court
            responsible for us), and that you accept a letter from whoever sent the notice;
          </li>
          <li>your signature. Your full name typed at the end is enough.</li>
        </ul>
        <p>
          We pass the objection on to whoever sent the notice, as the law wants it, with your name and address
          in it. Under 18, talk to a parent or guardian before you send one. If they do not go to court within
          14 business days, the video may come back.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Again and again',
    text: () => (
      <p>
        We close accounts that upload other people’s work repeatedly. One honest mistake is not repeatedly: we
        tell you first.
      </p>
    ),
  },
  {
    id: 'false',
    title: 'Notices that are not true',
    text: () => (
      <p>
        A notice is not a way to get rid of a video that you do not like. Whoever knowingly says something
        false in a notice or an objection may have to pay for the damage it does.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'How to reach us',
    text: (site) => (
      <p>
        <ContactEmailLink site={site} subject="DMCA" />. Copyright: within {supportResponseTimes.dmca}. Is it
        about a picture or film of you, rather than something you made? That is not copyright. Go to the{' '}
        <Link to={pagePaths.safety} className="link">
          Safety Center
        </Link>{' '}
        instead; it is quicker.
      </p>
    ),
  },
]
