import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import bricolage from './styles/fonts/bricolage-grotesque-800.woff2?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, redirect, ScrollRestoration, useRouteLoaderData } from 'react-router'
import './styles/app.css'
import './features/shell/shell.css'
import './features/shell/announcement.css'
import { getSession } from '#contract/accounts/current-user.ts'
import { isCrawler } from '#contract/discovery/crawlers.ts'
import { getUnreadCount } from '#contract/notifications.ts'
import { currentLocale } from '#i18n/current-locale.ts'
import { getTextDirection } from '#i18n/locales.ts'
import { AuthProvider } from '#web/features/auth/auth-provider.tsx'
import { parseAnnouncementCookie } from './features/shell/announcement-cookie.ts'
import { parseThemeCookie } from './features/shell/theme.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { DeferredScripts } from './deferred-scripts.tsx'
import { LanguageLinks } from '#web/pages/layout/language-links.tsx'
import { SiteLayout } from '#web/pages/layout/site-layout.tsx'
import { describeRouteError, RouteErrorPage } from '#web/pages/layout/route-error-page.tsx'
import { pagePaths } from './paths.ts'
import type { Route } from './+types/root.ts'
import { SkipLink } from './ui/skip-link.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { me, site, unfinished, expires_at } = await createLoaderApiClient(args)(getSession, {})
  // Users who have joined with a provider must complete their sign-up before they can use the site.
  if (unfinished && args.url.pathname !== pagePaths.completeSocialSignUp)
    throw redirect(pagePaths.completeSocialSignUp)
  const bell = me && (await createLoaderApiClient(args)(getUnreadCount, {}))
  // Send the remaining duration of the session instead of its end time, because the server's clock and the
  // browser's clock differ.
  const left = expires_at ? Date.parse(expires_at) - Date.now() : 0
  const crawler = isCrawler(args.request.headers.get('user-agent'))
  const cookies = args.request.headers.get('cookie')
  const dismissedAnnouncement = parseAnnouncementCookie(cookies)
  return { me, left, site, bell, crawler, dismissedAnnouncement, theme: parseThemeCookie(cookies) }
}

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: bricolage, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icon-180.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const locale = currentLocale()
  return (
    <html lang={locale} dir={getTextDirection(locale)} data-theme={root?.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0f0b1a" media="(prefers-color-scheme: dark)" />
        <meta name="theme-color" content="#fbf8ff" media="(prefers-color-scheme: light)" />
        <Meta />
        {import.meta.env.SSR && root && !root.me && <LanguageLinks siteUrl={root.site.url} />}
        <Links />
      </head>
      <body>
        <SkipLink />
        {children}
        <Toaster />
        <ScrollRestoration />
        <DeferredScripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  return (
    <AuthProvider me={loaderData.me} left={loaderData.left}>
      <SiteLayout {...loaderData}>
        <Outlet />
      </SiteLayout>
    </AuthProvider>
  )
}

/**
 * The page that explains an error to the visitor. If the session could not be loaded, the page has no
 * navigation bar. Even without a navigation bar, the page explains the error and offers a way to continue.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>('root')
  const errorPage = <RouteErrorPage {...describeRouteError(error)} />
  // The session could not be loaded. `AuthProvider` keeps trying, and the page is shown once the server is
  // available again.
  if (!root)
    return (
      <AuthProvider me={undefined}>
        <main id="main">{errorPage}</main>
      </AuthProvider>
    )
  return (
    <AuthProvider me={root.me} left={root.left}>
      <SiteLayout {...root}>{errorPage}</SiteLayout>
    </AuthProvider>
  )
}
