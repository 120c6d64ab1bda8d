import { useEffect, useState } from 'react'
import { redirect, useNavigate, useRevalidator } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { listOwnContent } from '#contract/content.ts'
import { type UploadType, uploadTypes, type Visibility } from '#contract/kinds.ts'
import { pageSize } from '#contract/limits.ts'
import { getOwnSafety, type SafetySetting } from '#contract/safety.ts'
import { useAfterUpload, useFreshForm } from '#web/features/upload/after.ts'
import { emptyDetails } from '#web/features/upload/details.ts'
import { detailsOf, draftsAmong, type Unfinished, unfinishedNow } from '#web/features/upload/drafts.ts'
import { sweepDevice } from '#web/features/upload/let-go.ts'
import { ProgressCard } from '#web/features/upload/progress-card.tsx'
import { type Order, runUpload } from '#web/features/upload/run.ts'
import { useCurrentUpload } from '#web/features/upload/state.ts'
import { UnfinishedCards } from '#web/features/upload/unfinished-cards.tsx'
import { UploadForm } from '#web/features/upload/upload-form.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { words } from '#web/words/upload.ts'
import type { Route } from './+types/create.ts'
import { askOf } from './ask.ts'
import { metaOf } from './meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const ask = askOf(args)
  const { pathname, search, searchParams } = args.url
  // An address that names no kind of upload would show the form for another one.
  if (args.params.type !== undefined && !typeOf(args.params)) throw redirect(paths.create())
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(paths.login(pathname + search))
  const [{ items }, { settings }] = await Promise.all([
    ask(listOwnContent, { query: { limit: pageSize.max } }),
    ask(getOwnSafety, {}),
  ])
  const type = typeOf(args.params) ?? typeOf({ type: searchParams.get('type') }) ?? 'music'
  const audience = audienceOf(settings, me.is_private)
  return { type, owner: me.id, capped: me.is_private, audience, drafts: draftsAmong(items) }
}

/** What stands chosen when the form opens: as its owner has set it; nothing, where they want to be asked. */
function audienceOf(settings: SafetySetting[], isPrivate: boolean): Visibility | '' {
  const set = settings.find(({ setting }) => setting === 'upload_visibility')?.value as Visibility | 'ask'
  if (set === 'ask') return ''
  return set === 'public' && isPrivate ? 'followers' : set
}

function typeOf(params: { type?: string | null }): UploadType | undefined {
  return uploadTypes.find((type) => type === params.type)
}

export const meta: Route.MetaFunction = (args) =>
  metaOf(args, {
    ...words.page,
    noindex: true,
  })

export default function Create({ loaderData }: Route.ComponentProps) {
  const current = useCurrentUpload()
  const [order, setOrder] = useState<Order>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useFreshForm()
  useAfterUpload(() => void navigate(paths.dashboard))
  const start = (next: Order) => {
    setOrder(next)
    scrollTo({ top: 0 })
    void runUpload(next)
  }
  const { type, owner, capped, audience } = loaderData
  useEffect(() => void sweepDevice(owner), [owner])
  const goOn = (unfinished: Unfinished & { kept: File }) => {
    const file = unfinished.kept
    start({ owner, file, details: detailsOf(unfinished.draft), pictures: {}, smaller: false, unfinished })
  }
  const drafts = loaderData.drafts.filter((draft) => draft.id !== current?.contentId)
  const details = current?.details ?? emptyDetails(type, audience)
  return (
    <>
      <noscript>
        <NeedsScript />
      </noscript>
      {(current || drafts.length > 0) && (
        <div className="needs-js mx-auto max-w-[1240px] px-(--gutter) py-8">
          {current && <h1 className="sr-only">{words.page.title}</h1>}
          {current ? (
            <ProgressCard
              current={current}
              onRetry={order && (() => void retry(order, current.contentId))}
              onAway={() => void revalidate()}
            />
          ) : (
            <UnfinishedCards drafts={drafts} onGoOn={goOn} onGone={() => void revalidate()} />
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
async function retry(failed: Order, contentId: string | null) {
  await runUpload({ ...failed, unfinished: await unfinishedNow(failed.file, failed.owner, contentId) })
}

function NeedsScript() {
  return (
    <EmptyState
      heading="h1"
      title={words.needsScript.title}
      drawing="plug"
      action={
        <a href={paths.dashboard} className={buttonClass({ variant: 'primary' })}>
          {words.needsScript.dashboard}
        </a>
      }
    >
      {words.needsScript.text}
    </EmptyState>
  )
}
