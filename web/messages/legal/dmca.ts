import { supportResponseTimes } from '#contract/contact/support.ts'

export const dmcaMessages = {
  title: 'DMCA Policy',
  dated: `Copyright · Answers within ${supportResponseTimes.dmca}`,
  description:
    'Somebody uploaded your work, or we took down yours by mistake: how to tell us, and what happens then.',
}
