import { answersWithin } from '#contract/support.ts'

export const words = {
  title: 'DMCA Policy',
  dated: `Copyright · Answers within ${answersWithin.dmca}`,
  description:
    'Somebody uploaded your work, or we took down yours by mistake: how to tell us, and what happens then.',
}
