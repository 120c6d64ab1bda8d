import { Link } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { pagePaths } from '#web/paths.ts'
import { LegalDocumentTable, ContactEmailLink, type LegalSection } from './legal-document.tsx'
import { privacyRightsSections } from './privacy-rights-text.tsx'

/*
 * The privacy policy must describe how the code and the database actually handle data. If a commit adds a
 * column, a cookie or a request to a third party, it must also update the privacy policy.
 */
export const getPrivacySummary = ({ ads }: SiteInfo) => [
  'We store what an account needs: your email, full name, age, username and password. We never sell your data.',
  'If you’re under 18, others see your username and never your name. Nobody else can see your email or your age.',
  'We remove location and device info from videos and pictures before anyone can see them.',
  'We don’t track you, we use no third-party services on our pages, and we don’t sort anything by what you watch.',
  ads ? 'This site may show ads, but not to people under 18.' : 'There are no ads.',
  'You can see, download, correct and delete your data yourself, in your settings.',
]

export const privacySections: LegalSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    text: (site) => (
      <p>
        {site.name} is open-source software that anyone can run. This policy is about the site at{' '}
        {new URL(site.url).host}. “We” are the people who run it, and we answer for your data:{' '}
        <ContactEmailLink site={site} subject="Privacy" />.
      </p>
    ),
  },
  {
    id: 'what-we-keep',
    title: 'What we store, and why',
    text: (site) => (
      <>
        <p>You can watch without an account. If you do, we store nothing about you.</p>
        <LegalDocumentTable
          caption="If you have an account:"
          columns={['What', 'What it is for']}
          rows={[
            ['Email address', 'To sign in, to confirm the address, and to set a new password.'],
            ['Full name, and first name if you gave one', 'To know who the account belongs to.'],
            ['Age, with the day you told us', 'To check that you can join, and to protect people under 18.'],
            ['Username, and a photo and a short bio if you add them', 'To show others who you are.'],
            ['Password', 'Stored only in a scrambled form that can’t be turned back into your password.'],
            [
              'Your answers when you joined',
              'To know which version of the terms you accepted and when, and whether you want news by email.',
            ],
            [
              'Your videos',
              'Stored with their title, description, genre, pictures, date and audience. The name of the file stays private.',
            ],
            ['Your comments and likes', 'To show them and to count them.'],
            [
              'The people you follow, block and mute',
              'To show you what creators share with followers, and to keep people away from you. Nobody else can see your lists.',
            ],
            [
              'How often your videos are watched',
              'To show you a number for each day, and to show everyone a rounded total unless you hide it. We don’t record who watched.',
            ],
            [
              'Two-step sign-in and passkeys, if you use them',
              'To sign you in. We store the encrypted key of your authenticator app, your recovery codes in a scrambled form, and the public key and name of each passkey. Your fingerprint or face data stays on your device.',
            ],
            [
              'Your sign-ins',
              'To keep you signed in. We store when each began, how long it lasts and which browser you used.',
            ],
            [
              'What you report',
              'To review it and to tell you the outcome. If you delete your account, the report stays, but without your name. If someone reported something serious about you, we permanently delete your account only after we’ve reviewed the report. Until then, nobody else can see your account.',
            ],
            [
              'Your notifications',
              'To tell you who commented on or liked your videos, and whether an upload is ready or failed.',
            ],
          ]}
        />
        {hasSignInProviders(site) && (
          <p>
            If you join or sign in with {describeSignInProviders(site)}, they tell us your email address, and
            may tell us your name, your age and the groups that you belong to there, such as a school class.
            We store your email address, your name and your age, and the account number that they use for you.
            We use the groups only to find out whether you help to run this site, and don’t store them.
          </p>
        )}
        <p>
          We use all this to run the service you asked for and to keep it safe. We send you news only if you
          agreed to it.
        </p>
        <p>
          You can write to us with or without an account. To answer you, we store what you enter in the
          contact form (your name, email address, subject and message) and whether you were signed in. We
          email it to the people who run the site. Messages from the Safety Center are marked, so that we read
          them first.
        </p>
        <p>
          You can also report without an account. To count each person only once, we store a scrambled version
          of your network address and browser for 30 days. Neither can be read from it. If you ask us to take
          down a private picture, we store your name, email address and what you wrote, so that we can decide
          about your notice and answer you. Only the people who decide can see these details.
        </p>
      </>
    ),
  },
  {
    id: 'what-others-see',
    title: 'What others can see',
    text: () => (
      <>
        <ul>
          <li>
            <strong>Under 18:</strong> your username. Your full name is never shown.
          </li>
          <li>
            <strong>18 or 19:</strong> your username, and a name of your choice if you turn that on.
          </li>
          <li>Videos you set to “Everyone”, and your comments, with your username and the date.</li>
          <li>How many likes a video has, but not who liked it.</li>
          <li>
            Roughly how often your videos were watched, unless you hide this in your settings, but never who
            watched them.
          </li>
          <li>
            Links, phone numbers and similar details in what you write. If you’re 18 or older, only signed-in
            members who are 18 or older can see them. If you’re younger, nobody can. Everyone else sees •••
            instead.
          </li>
          <li>
            If your profile is private, strangers see only your photo and your username. They can’t see your
            videos.
          </li>
          <li>A random account number. Its first 8 characters are shown next to your comments.</li>
        </ul>
        <p>
          Only you can see your email address, your first name and your age on the site. Only you can see
          videos set to “Only me”.
        </p>
        <p>
          People without an account can see public videos and comments, too. If you are 18 or 19, search
          engines may list your public videos and other websites can show them in our player. If you are
          younger, we ask search engines not to list your videos, pictures and profile, and other websites
          cannot show them in our player. We can’t hide what you say or show in your videos, so keep private
          things out of them.
        </p>
      </>
    ),
  },
  {
    id: 'videos-and-pictures',
    title: 'What we remove from videos and pictures',
    text: () => (
      <>
        <p>
          Phones store hidden data in every file, such as the location, the time and the phone model. We make
          new files without this data before anyone can see the video or the picture. We never give anyone the
          file you uploaded, and we don’t show its name. We normally erase it once the new files are ready.
          The people who run the site can choose to keep it, hidden from everyone else, so that they can
          convert it again later.
        </p>
        <p>
          We can’t remove what people can see or hear. Before you upload, check for school badges, street
          signs, number plates and names spoken in the background.
        </p>
      </>
    ),
  },
  {
    id: 'what-we-do-not-do',
    title: 'What we don’t do',
    text: ({ ads, ...site }) => (
      <ul>
        <li>
          We don’t track you or collect visitor statistics. We keep no list of what you watch unless you turn
          on your watch history, and we don’t record what you search for.
        </li>
        <li>
          To find out whether videos play well, your browser tells us each time how long a video took to
          start, how long it stalled, in which quality it played and whether it failed. Nothing in this report
          identifies you or the video, and we only add it to the totals of the hour.
        </li>
        <li>
          We don’t sort anything by your behaviour. Everyone sees the same lists and the same charts, and the
          charts explain how they are counted. Only rows such as “My Music” are different for you: they show
          your own videos.
        </li>
        <li>
          {ads ? 'Apart from ads, we don’t load' : 'We don’t load'} anything from other sites. Fonts, scripts,
          pictures and videos come only from this site. If a video’s trailer is on another website, the
          trailer opens only when you press its button, and that website is not told which page you came from.
          {hasSignInProviders(site) &&
            ` ${describeSignInProviders(site)} learn about you only when you press their button.`}
        </li>
        <li>We don’t ask for your location, camera or microphone.</li>
        <li>
          {ads
            ? 'We don’t show ads to people under 18, and we don’t choose ads by what you do here. Ads come from an ad server, without cookies. Like every server, the ad server sees your IP address.'
            : 'We don’t show ads.'}
        </li>
        <li>We don’t sell, rent or trade your data.</li>
      </ul>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and browser storage',
    text: (site) => (
      <>
        <p>
          We set a few cookies of our own, and none of them follows you to other sites. You can see each
          cookie, and switch off those that aren’t essential, in the{' '}
          <Link to={pagePaths.cookies} className="link">
            cookie policy
          </Link>
          .
          {hasSignInProviders(site) &&
            ' Signing in with another site’s account sets one more cookie for a few minutes, which makes sure that their response is meant for you.'}
        </p>
        <p>
          Your browser also stores a few things that are not sent to us: the player’s volume and quality, your
          likes of movies and TV shows in lists, your recent searches, who is signed in, which uploads are
          unfinished, captions that aren’t saved yet, and how far you scrolled. While a video is being
          prepared for upload, your browser stores it too. Clearing your browser’s data for this site removes
          all of this.
        </p>
      </>
    ),
  },
  ...privacyRightsSections,
]

/** Names the sign-in providers that are enabled on this site. */
function describeSignInProviders({ social: { google, apple }, providers }: SignInSite): string {
  const names = [...providers.map(({ name }) => name), google && 'Google', apple && 'Apple']
  return names.filter(Boolean).join(' or ')
}

function hasSignInProviders(site: SignInSite): boolean {
  return describeSignInProviders(site) !== ''
}

type SignInSite = Pick<SiteInfo, 'social' | 'providers'>
