import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { SiteInfo } from '#contract/site-info.ts'
import { useAuth } from '#web/features/auth/auth-provider.tsx'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import type { UnreadNotificationState } from '#web/features/notifications/unread-state.ts'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { NavigationBar } from '#web/features/shell/navigation-bar.tsx'
import { OfflineBanner } from '#web/features/shell/offline-banner.tsx'
import { SiteFooter } from '#web/features/shell/site-footer.tsx'
import type { ThemeName } from '#web/features/shell/theme.ts'
import { useOfflinePages } from '#web/features/offline-pages/use-offline-pages.ts'
import { findCategoryByPath, isVideoListPath } from '#web/paths.ts'
import { CardSkeletonGrid } from '#web/ui/cards/card-skeleton.tsx'
import { CategoryLayout } from '../browse/category-layout.tsx'
import { uiMessages } from '#web/messages/site/ui-components.ts'

/** A page that exports `handle: RouteHandle = { bare: true }` is shown without the site's layout. */
export interface RouteHandle {
  bare?: boolean
}

interface SiteLayoutProps {
  site: SiteInfo
  theme: ThemeName | undefined
  /** The signed-in viewer's notification state, or null if the viewer is signed out. */
  bell: UnreadNotificationState | null
  children: ReactNode
}

/** The layout of all pages: the navigation bar, the content and the footer. */
export function SiteLayout({ site, theme, bell, children }: SiteLayoutProps) {
  const { me, signOut } = useAuth()
  const { pathname, search } = useLocation()
  const main = useFocusMainOnNavigation(pathname)
  useOfflinePages(me?.id)
  const bare = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.bare)
  if (bare) return <main id="main">{children}</main>
  return (
    <>
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
      <main ref={main} id="main" tabIndex={-1} className="min-h-[70vh] outline-none">
        <NavigationSkeleton>{children}</NavigationSkeleton>
      </main>
      <SiteFooter site={site} theme={theme} />
    </>
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

/**
 * Shows a placeholder while a category page, a page with a list of videos, or a creator's page is loading.
 * While any other page is loading, the previous page remains visible.
 */
function NavigationSkeleton({ children }: { children: ReactNode }) {
  const { location, state } = useNavigation()
  const here = useLocation().pathname
  const next = state === 'loading' && location.pathname !== here ? location.pathname : undefined
  if (!useIsSlowNavigation(next)) return children
  const category = findCategoryByPath(next!)
  if (category) return <CategoryLayout name={category} />
  if (isVideoListPath(next!)) return <VideoListSkeleton />
  return next!.startsWith('/creator/') ? <PageLoading /> : children
}

function VideoListSkeleton() {
  return (
    <div className="page-inside pt-[clamp(28px,4vw,56px)]">
      <CardSkeletonGrid />
    </div>
  )
}

function PageLoading() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> allows phrasing content only
    <p role="status" className="page-inside py-24 text-21 text-quiet">
      {uiMessages.loadingPage}
    </p>
  )
}

const skeletonDelayMs = 120

/**
 * Returns true once a navigation has been pending for more than 120 ms. If the next page loads within that
 * time, a skeleton would only flicker.
 */
function useIsSlowNavigation(next: string | undefined): boolean {
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => setSlow(next), skeletonDelayMs)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [next])
  return next !== undefined && slow === next
}
