/** The interface text for ads in the video player. */
export const playerAdMessages = {
  region: 'Ad',
  /** `begins` is announced to screen readers when an ad starts, `skippable` when it can be skipped. */
  begins: 'An ad is playing. Your video continues after the ad.',
  skippable: 'You can skip the ad now.',
  label: 'Ad',
  left: (time: string) => `Ad · ${time}`,
  leftSpoken: (time: string) => `Ad, ${time} left`,
  skip: 'Skip ad',
  skipIn: (seconds: number) => `Skip in ${seconds}`,
  visit: (host: string) => `Visit ${host}`,
  visitSpoken: (host: string) => `Visit the advertiser’s site, ${host}, in a new tab`,
}
