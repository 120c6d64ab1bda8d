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
 * Describes an error in words that visitors can understand. An error that does not come from the API is
 * described as an internal error.
 */
export function describeRouteError(error: unknown): RouteErrorMessage {
  if (!isRouteErrorResponse(error))
    return { ...commonErrors[isNetworkError(error) ? 'unavailable' : 'internal'] }
  const problem = error.data as Partial<RouteErrorData> | null
  if (problem?.title && problem.detail)
    return { status: error.status, title: problem.title, detail: problem.detail }
  return { ...commonErrors[error.status === 404 ? 'not_found' : 'internal'], status: error.status }
}

/**
 * Returns whether an error comes from a failed `fetch`: a TypeError whose message differs between browsers.
 */
function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/**
 * The error page that is shown when another page cannot be loaded. If the browser was offline, the error page
 * reloads when the connection returns.
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

/** The link to the home page loads a full page, which resets the app's state after an error. */
export function GoHomeLink({ label = errorPageMessages.goHome }: { label?: string }) {
  return (
    <Link to={pagePaths.home} reloadDocument className={getButtonClassName({ variant: 'primary' })}>
      {label}
    </Link>
  )
}
