import { createCounter } from '#server/platform/metrics/registry.ts'

export const replacementsCounter = createCounter(
  'afterbell_replacements_total',
  'Replacements of video files that have ended, by outcome',
  ['outcome'],
)
