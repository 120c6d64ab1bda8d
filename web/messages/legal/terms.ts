/** The page around the terms; the document itself is web/pages/legal/documents/terms-text.tsx. */
export const termsPageMessages = {
  title: 'Terms of Service',
  description:
    'The terms of service in plain words: who can join, what stays yours, what is not allowed, and how to leave.',
  version: 'Version 2.0 · Effective',
  date: 'December 15, 2024',
}
