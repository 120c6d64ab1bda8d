/** The page around the privacy policy; the document itself is web/pages/legal/documents/privacy-text.tsx. */
export const privacyPageMessages = {
  title: 'Privacy Policy',
  description:
    'What we keep about you, what others can see, how long it stays, and what you and your parents can ask for.',
  updated: 'Last updated',
  date: 'December 2024',
}
