import { serializeCookie } from '#contract/privacy/cookies.ts'
import { isStorageAllowed } from '#web/browser-storage.ts'

/**
 * The available themes: dark, light, or the system's preference. The chosen theme is stored in a cookie, so
 * the server can render pages in this theme.
 */
export const themeNames = ['night', 'light'] as const
export type ThemeName = (typeof themeNames)[number]

const year = 365 * 24 * 3600

export function parseThemeCookie(cookies: string | null): ThemeName | undefined {
  const value = /(?:^|;\s*)(?:__Host-)?theme=([a-z]+)/.exec(cookies ?? '')?.[1]
  return themeNames.find((theme) => theme === value)
}

/**
 * Applies the theme immediately. If the visitor has consented to cookies, the theme is stored in a cookie for
 * later page loads.
 */
export function applyTheme(theme: ThemeName | undefined): void {
  if (theme) document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
  if (!isStorageAllowed('functional')) return
  document.cookie = serializeCookie('theme', theme ?? '', theme ? year : 0, location.protocol === 'https:')
}
