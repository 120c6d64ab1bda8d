import { ownCookie } from '#contract/cookie-choice.ts'
import { mayKeep } from '#web/keep.ts'

/** Night, daylight, or whatever the system says. Kept in a cookie, so that the first HTML already has it. */
export const themes = ['night', 'light'] as const
export type Theme = (typeof themes)[number]

const year = 365 * 24 * 3600

export function themeOf(cookies: string | null): Theme | undefined {
  const value = /(?:^|;\s*)(?:__Host-)?theme=([a-z]+)/.exec(cookies ?? '')?.[1]
  return themes.find((theme) => theme === value)
}

/** In the browser: shows the theme at once, and keeps it for the next page if that is wanted. */
export function chooseTheme(theme: Theme | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  if (!mayKeep('functional')) return
  document.cookie = ownCookie('theme', theme ?? '', theme ? year : 0, location.protocol === 'https:')
}
