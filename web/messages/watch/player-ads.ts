/** Ads in the player. */
export const playerAdMessages = {
  region: 'Ad',
  /** Announced when an ad starts, and when it can be skipped. */
  begins: 'An ad. Your video goes on after it.',
  skippable: 'You can skip the ad now.',
  label: 'Ad',
  left: (time: string) => `Ad · ${time}`,
  leftSpoken: (time: string) => `Ad, ${time} left`,
  skip: 'Skip ad',
  skipIn: (seconds: number) => `Skip in ${seconds}`,
  visit: (host: string) => `Visit ${host}`,
  visitSpoken: (host: string) => `Visit the advertiser, ${host}, in a new tab`,
}
