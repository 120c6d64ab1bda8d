import { useEffect, useRef } from 'react'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { commonErrors } from '#contract/errors/common-errors.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { RouteErrorData } from '#web/api/loader-api-client.ts'
import { useIsOffline } from '#web/network/use-is-offline.ts'
import { offlineMessages } from '#web/messages/site/offline.ts'
import { errorPageMessages } from '#web/messages/site/error-pages.ts'

interface RouteErrorMessage {
  status: number
  title: string
  detail: string
}

/**
 * Describes an error in words that visitors understand. Errors that do not come from the API are shown as
 * internal errors.
 */
export function describeRouteError(error: unknown): RouteErrorMessage {
  if (!isRouteErrorResponse(error))
    return { ...commonErrors[isNetworkError(error) ? 'unavailable' : 'internal'] }
  const problem = error.data as Partial<RouteErrorData> | null
  if (problem?.title && problem.detail)
    return { status: error.status, title: problem.title, detail: problem.detail }
  return { ...commonErrors[error.status === 404 ? 'not_found' : 'internal'], status: error.status }
}

/** Recognises the error that a failed `fetch` throws: a TypeError whose message differs between browsers. */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/**
 * The page that is shown when another page fails to load. If the browser was offline, the page reloads when
 * the connection returns.
 */
export function RouteErrorPage(refused: RouteErrorMessage) {
  const isOffline = useIsOffline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (wasOffline.current && !isOffline) location.reload()
    wasOffline.current = isOffline
  }, [isOffline])
  const { status } = refused
  const { title, detail } =
    isOffline && status === 503 ? { title: offlineMessages.title, detail: offlineMessages.page } : refused
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        title={title}
        drawing={status === 404 ? 'lens' : 'plug'}
        action={status === 503 ? <TryAgainLink /> : <GoHomeLink />}
      >
        {detail}
      </EmptyState>
    </>
  )
}

function TryAgainLink() {
  const { pathname, search } = useLocation()
  return (
    <Link to={pathname + search} reloadDocument className={getButtonClassName({ variant: 'primary' })}>
      {errorPageMessages.again}
    </Link>
  )
}

/** Links to the home page with a full page load, which resets the app's state after an error. */
export function GoHomeLink({ label = errorPageMessages.goHome }: { label?: string }) {
  return (
    <Link to={pagePaths.home} reloadDocument className={getButtonClassName({ variant: 'primary' })}>
      {label}
    </Link>
  )
}
