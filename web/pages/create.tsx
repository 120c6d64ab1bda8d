import { useState } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { listOwnContent } from '#contract/content.ts'
import { type UploadType, uploadTypes } from '#contract/kinds.ts'
import { pageSize } from '#contract/limits.ts'
import { useAfterUpload } from '#web/features/upload/after.ts'
import { emptyDetails } from '#web/features/upload/details.ts'
import { draftsAmong, unfinishedNow } from '#web/features/upload/drafts.ts'
import { ProgressCard } from '#web/features/upload/progress-card.tsx'
import { type Order, runUpload } from '#web/features/upload/run.ts'
import { useCurrentUpload } from '#web/features/upload/state.ts'
import { UnfinishedCards } from '#web/features/upload/unfinished-cards.tsx'
import { UploadForm } from '#web/features/upload/upload-form.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/create.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { pathname, search, searchParams } = args.url
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(pathname + search))
  const { items } = await ask(listOwnContent, { query: { limit: pageSize.max } })
  const type = typeOf(args.params) ?? typeOf({ type: searchParams.get('type') }) ?? 'music'
  return { type, owner: me.id, capped: me.is_private, drafts: draftsAmong(items) }
}

function typeOf(params: { type?: string | null }): UploadType | undefined {
  return uploadTypes.find((type) => type === params.type)
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, {
    title: 'Upload',
    description: 'Upload a music video, show, story, talent clip, challenge or live recording.',
    noindex: true,
  })

export default function Create({ loaderData }: Route.ComponentProps) {
  const current = useCurrentUpload()
  const [order, setOrder] = useState<Order>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useAfterUpload(() => void navigate(paths.dashboard))
  const start = (next: Order) => {
    setOrder(next)
    scrollTo({ top: 0 })
    void runUpload(next)
  }
  const { type, owner, capped } = loaderData
  const drafts = loaderData.drafts.filter((draft) => draft.id !== current?.contentId)
  const details = current?.details ?? emptyDetails(type, capped ? 'followers' : 'public')
  return (
    <>
      <noscript>
        <NeedsScript />
      </noscript>
      {(current || drafts.length > 0) && (
        <div className="needs-js mx-auto max-w-[1240px] px-(--gutter) py-8">
          {current && <h1 className="sr-only">Upload</h1>}
          {current ? (
            <ProgressCard
              current={current}
              onRetry={order && (() => void retry(order))}
              onAway={() => void revalidate()}
            />
          ) : (
            <UnfinishedCards drafts={drafts} onGone={() => void revalidate()} />
          )}
        </div>
      )}
      {/* Kept while it uploads, so that a failure or a change of mind loses nothing that was typed. */}
      <div hidden={current !== null} className="needs-js">
        <UploadForm
          key={type}
          details={details}
          owner={owner}
          capped={capped}
          drafts={drafts}
          onStart={start}
        />
      </div>
    </>
  )
}

/** What had arrived before the failure is not sent twice. */
async function retry(failed: Order) {
  await runUpload({ ...failed, unfinished: await unfinishedNow(failed.file, failed.owner) })
}

function NeedsScript() {
  return (
    <EmptyState
      heading="h1"
      title="Uploading needs JavaScript"
      drawing="plug"
      action={
        <a href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
          Your dashboard
        </a>
      }
    >
      A video is sent in pieces, so that a lost connection loses nothing. Your browser has scripts switched
      off: switch them on for this site to upload.
    </EmptyState>
  )
}
