import { Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getCaptionDraft } from '#contract/captions/caption-drafts.ts'
import { getOwnContent } from '#contract/content/own-content.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { CaptionEditor } from '#web/features/caption-editor/caption-editor.tsx'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import type { Route } from './+types/caption-editor-page.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  const { pathname, search, searchParams } = args.url
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const { id, language } = args.params
  const is_sdh = searchParams.get('is_sdh') === 'true' ? ('true' as const) : ('false' as const)
  // If the video belongs to another creator, the API responds as if the video did not exist.
  const [item, draft] = await Promise.all([
    api(getOwnContent, { params: { id } }),
    api(getCaptionDraft, { params: { id, language }, query: { is_sdh } }),
  ])
  const { title, content_type, stream_url, cover_url, storyboard_url, duration_seconds, loudness_lufs } = item
  const video = { id, title, stream_url, cover_url, storyboard_url, duration_seconds, loudness_lufs }
  return { video, hue: content_type, draft, userId: me.id }
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: captionEditorMessages.title({ language: args.loaderData?.draft.name ?? '' }),
    description: captionEditorMessages.description,
    noindex: true,
  })

/**
 * Do not reload the page's data after a change: the editor loads changes itself, and the captions of a film
 * take up several hundred kilobytes.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href !== nextUrl.href

export default function CaptionEditorPage({
  loaderData: { video, hue, draft, userId },
}: Route.ComponentProps) {
  return (
    <div data-hue={hue} className="page-inside flex flex-col gap-4 py-6 md:py-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="min-w-0 flex-1 basis-72 text-28 wrap-anywhere">
          <span dir="auto" className="block text-17 text-quiet">
            {video.title}
          </span>
          {captionEditorMessages.title({ language: draft.name })}
        </h1>
        <Link to={`${pagePaths.editVideo(video.id)}#captions`} className={getButtonClassName({})}>
          {captionEditorMessages.back}
        </Link>
      </header>
      <noscript>
        <p>{captionEditorMessages.needsScript}</p>
      </noscript>
      <CaptionEditor
        key={`${video.id} ${draft.language} ${draft.is_sdh}`}
        video={video}
        draft={draft}
        userId={userId}
      />
    </div>
  )
}
