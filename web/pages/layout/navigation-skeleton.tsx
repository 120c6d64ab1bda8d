import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'
import { findCategoryByPath, isVideoListPath } from '#web/paths.ts'

const loadPageSkeleton = retryWhenOnline(() => import('./page-skeleton.tsx'))

/**
 * Shows a placeholder while a category page, a page with a list of videos, or a creator's page is loading.
 * While any other page is loading, the previous page remains visible. The code of the placeholders is loaded
 * together with the first of these pages.
 */
export function NavigationSkeleton({ children }: { children: ReactNode }) {
  const { location, state } = useNavigation()
  const here = useLocation().pathname
  const isLoading = state === 'loading' && location.pathname !== here && hasSkeleton(location.pathname)
  const next = isLoading ? location.pathname : undefined
  const [PageSkeleton, setPageSkeleton] = useState<ComponentType<{ path: string }>>()
  useEffect(() => {
    // If the code cannot be loaded, the previous page remains visible.
    if (isLoading)
      loadPageSkeleton().then(
        (module) => setPageSkeleton(() => module.PageSkeleton),
        () => {},
      )
  }, [isLoading])
  const isSlow = useIsSlowNavigation(next)
  return isSlow && PageSkeleton ? <PageSkeleton path={next!} /> : children
}

function hasSkeleton(path: string): boolean {
  return isVideoListPath(path) || path.startsWith('/creator/') || findCategoryByPath(path) !== undefined
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
