import { currentLocale } from '#i18n/current-locale.ts'
import { getTextDirection } from '#i18n/locales.ts'
import { getSession } from '#contract/accounts/current-user.ts'
import { createApiClientFromContext } from '#web/api/request-context.ts'
import type { Route } from './+types/web-app-manifest.ts'
import { homeMessages } from '#web/messages/browse/home.ts'

/** Builds the web app manifest, which contains the site's configured name. */
export async function loader(args: Route.LoaderArgs) {
  const { site } = await createApiClientFromContext(args)(getSession, {})
  const manifest = {
    name: site.name,
    short_name: site.name,
    description: homeMessages.manifest,
    id: '/',
    start_url: '/',
    scope: '/',
    lang: currentLocale(),
    dir: getTextDirection(currentLocale()),
    categories: ['entertainment', 'photo', 'social'],
    display: 'standalone',
    background_color: '#0f0b1a',
    theme_color: '#0f0b1a',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return Response.json(manifest, {
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' },
  })
}
