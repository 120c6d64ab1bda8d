import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { RegistrationContext } from '#web/features/auth/registration-context.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import type { UnreadNotificationState } from '#web/features/notifications/unread-state.ts'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { AnnouncementBanner } from '#web/features/shell/announcement-banner.tsx'
import { NavigationBar } from '#web/features/shell/navigation-bar.tsx'
import { OfflineBanner } from '#web/features/shell/offline-banner.tsx'
import { SecondFactorBanner } from '#web/features/shell/second-factor-banner.tsx'
import { SiteFooter } from '#web/features/shell/site-footer.tsx'
import type { ThemeName } from '#web/features/shell/theme.ts'
import { useOfflinePages } from '#web/features/offline-pages/use-offline-pages.ts'
import { NavigationSkeleton } from './navigation-skeleton.tsx'

/** A page that exports `handle: RouteHandle = { bare: true }` is shown without the site's layout. */
export interface RouteHandle {
  bare?: boolean
}

interface SiteLayoutProps {
  site: SiteInfo
  theme: ThemeName | undefined
  /** The signed-in viewer's notification state, or null if the viewer is signed out. */
  bell: UnreadNotificationState | null
  /** The id of the announcement that this visitor has dismissed. */
  dismissedAnnouncement: string | undefined
  children: ReactNode
}

/** The layout of all pages: the navigation bar, the content and the footer. */
export function SiteLayout({ site, theme, bell, dismissedAnnouncement, children }: SiteLayoutProps) {
  const { me, signOut } = useAuth()
  const { pathname, search } = useLocation()
  const main = useFocusMainOnNavigation(pathname)
  useOfflinePages(me?.id)
  const bare = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.bare)
  if (bare) return <main id="main">{children}</main>
  return (
    <RegistrationContext value={site.registration}>
      <NavigationProgress />
      <NavigationBar
        siteName={site.name}
        me={me}
        bell={me && bell && <NotificationBell key={me.id} first={bell} />}
        search={<SearchBox />}
        menuSearch={<SearchForm id="menu" />}
        currentPath={pathname + search}
        onSignOut={() => void signOut()}
      />
      <OfflineBanner />
      {me?.needs_second_factor && <SecondFactorBanner />}
      <AnnouncementBanner announcement={site.announcement} dismissedId={dismissedAnnouncement} />
      <main ref={main} id="main" tabIndex={-1} className="min-h-[70vh] outline-none">
        <NavigationSkeleton>{children}</NavigationSkeleton>
      </main>
      <SiteFooter site={site} theme={theme} />
    </RegistrationContext>
  )
}

/**
 * After a navigation, moves the focus to the new page, so screen readers and the Tab key start there. If the
 * visitor has opened a search box or menu while the page was loading, the focus stays there.
 */
function useFocusMainOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (document.activeElement?.closest(':popover-open')) return
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function NavigationProgress() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className="on-the-way" aria-hidden="true" /> : null
}
