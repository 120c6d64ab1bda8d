import { LegalDocumentTable, type LegalSection } from './legal-document.tsx'

/** The section of the privacy policy that says how long data is kept. */
export const dataRetentionSection: LegalSection = {
  id: 'how-long',
  title: 'How long we keep it',
  text: ({ mail }) => (
    <LegalDocumentTable
      caption="How long we keep your data:"
      columns={['What', 'How long']}
      rows={[
        [
          'Your account',
          'Until you delete it. Once you confirm, nobody else can see it any more. You then have 24 hours to change your mind. Your account is permanently deleted within 48 hours.',
        ],
        [
          'A video',
          'Until you delete it. It disappears for everyone immediately, and its files are erased right after.',
        ],
        [
          'A comment',
          'Until you delete it. The update that shows it on open pages is deleted after about an hour.',
        ],
        ['An unfinished upload', 'For a week after its last part arrived.'],
        [
          'A sign-in',
          'Until you sign out, or until you haven’t visited for 30 days (one day without “Remember me”).',
        ],
        [
          'Links in our emails',
          'A sign-in link works once, for 15 minutes. A link to set a new password works for one hour, and a link to confirm an address for one day.',
        ],
        [
          'Messages you sent us',
          'Until we no longer need them to help you. If you delete your account, we delete them too.',
        ],
        ['Your notifications', '90 days.'],
        [
          'Devices with push notifications',
          'Until you turn them off or sign out, but at most 90 days after the last push notification.',
        ],
        [
          'Your watch history, if you turn it on',
          '90 days after you last watched the video, or until you delete it or turn it off. Only you can see it.',
        ],
        ['A username you gave up', 'Reserved for 30 days, so that nobody can take it and pretend to be you.'],
        ...(mail === 'local'
          ? [['Emails stored on the server', 'Until the people who run the site delete them.']]
          : []),
      ]}
    />
  ),
}
