import { useEffect, useRef } from 'react'
import { isRouteErrorResponse, Link, useLocation } from 'react-router'
import { requestRefusals } from '#contract/request-refusals.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Problem } from './ask.ts'
import { useOffline } from '#web/ui/use-offline.ts'
import { words as offline } from '#web/words/offline.ts'
import { words } from '#web/words/trouble.ts'

interface Words {
  status: number
  title: string
  detail: string
}

/** What went wrong, for people. Whatever is not one of our refusals is "on us". */
export function wordsOf(error: unknown): Words {
  if (!isRouteErrorResponse(error))
    return { ...requestRefusals[isCutOff(error) ? 'unavailable' : 'internal'] }
  const problem = error.data as Partial<Problem> | null
  if (problem?.title && problem.detail)
    return { status: error.status, title: problem.title, detail: problem.detail }
  return { ...requestRefusals[error.status === 404 ? 'not_found' : 'internal'], status: error.status }
}

/** What the browser's fetch throws when nobody answers: the words differ, the kind does not. */
function isCutOff(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

/** A page that could not be made. One that only wants a connection comes by itself when that is back. */
export function Trouble(refused: Words) {
  const isOffline = useOffline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (wasOffline.current && !isOffline) location.reload()
    wasOffline.current = isOffline
  }, [isOffline])
  const { status } = refused
  const { title, detail } =
    isOffline && status === 503 ? { title: offline.title, detail: offline.page } : refused
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        heading="h1"
        title={title}
        drawing={status === 404 ? 'lens' : 'plug'}
        action={status === 503 ? <Again /> : <GoHome />}
      >
        {detail}
      </EmptyState>
    </>
  )
}

function Again() {
  const { pathname, search } = useLocation()
  return (
    <Link to={pathname + search} reloadDocument className={buttonClass({ variant: 'primary' })}>
      {words.again}
    </Link>
  )
}

/** A document load, so that after trouble everything starts afresh. */
export function GoHome({ label = words.goHome }: { label?: string }) {
  return (
    <Link to={paths.home} reloadDocument className={buttonClass({ variant: 'primary' })}>
      {label}
    </Link>
  )
}
