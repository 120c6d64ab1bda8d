import { useEffect } from 'react'
import { contentRefusals } from '#contract/content-refusals.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { notify } from '#web/ui/notify.ts'
import { GoHome } from '../trouble.tsx'
import { words } from '#web/words/watch.ts'

/** Said the same whether it never was, was deleted, or is not for this viewer. */
export function NotThere() {
  useEffect(() => {
    const { title, detail } = contentRefusals.content_not_found
    notify.bad(title, detail)
  }, [])
  return (
    <>
      <title>{words.notFound}</title>
      <meta name="robots" content="noindex" />
      <EmptyState heading="h1" title={words.notFound} drawing="lens" action={<GoHome />}>
        {words.notFoundText}
      </EmptyState>
    </>
  )
}
