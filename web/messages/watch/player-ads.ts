import { defineMessages, message } from '#i18n/define-messages.ts'
/** The interface text for ads in the video player. */
export const playerAdMessages = defineMessages('watch/player-ads', {
  region: 'Ad',
  /** Screen readers announce `begins` when an ad starts, and `skippable` when the ad can be skipped. */
  begins: 'An ad is playing. Your video continues after the ad.',
  skippable: 'You can skip the ad now.',
  label: 'Ad',
  left: message<{ time: string }>('Ad · {time}'),
  leftSpoken: message<{ time: string }>('Ad, {time} left'),
  skip: 'Skip ad',
  skipIn: message<{ seconds: number }>('Skip in {seconds}'),
  visit: message<{ host: string }>('Visit {host}'),
  visitSpoken: message<{ host: string }>('Visit the advertiser’s site, {host}, in a new tab'),
})
