import { Link, redirect } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { getOwnContent, type OwnContent } from '#contract/content/own-content.ts'
import { getContentSeries } from '#contract/content/series.ts'
import { listEmbeddedCaptions } from '#contract/content/captions/embedded-captions.ts'
import { listCaptionDrafts } from '#contract/captions/caption-drafts.ts'
import { listCaptions } from '#contract/content/captions.ts'
import { listCoverFrames } from '#contract/content/cover-frames.ts'
import { FormErrorMessage, FormSuccessMessage } from '#web/features/account/forms/account-page-layout.tsx'
import {
  isFormFailure,
  toFormFailure,
  showFormFailureToast,
  isOverridableWarning,
} from '#web/features/account/forms/account-form-handling.ts'
import { AdSettingsFields } from '#web/features/ads/ad-settings-fields.tsx'
import { readAdFormValues } from '#web/features/ads/ad-settings-form-data.ts'
import { toVideoDetails } from '#web/features/upload/transfer/unfinished-uploads.ts'
import { EditVideoForm } from '#web/features/upload/edit/edit-video-form.tsx'
import { CaptionsSection } from '#web/features/upload/edit/captions/captions-section.tsx'
import { ReplaceVideoSection } from '#web/features/upload/edit/replace/replace-video-section.tsx'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { parseOriginalFormValues } from '#web/ui/forms/form-changes.ts'
import { showToast, dismissErrorToasts } from '#web/ui/overlays/toast-store.ts'
import { videoEditPageMessages } from '#web/messages/upload/edit-video.ts'
import type { Route } from './+types/edit-video-page.ts'
import { createLoaderApiClient, createLoaderApiClientForOptionalData } from '#web/api/loader-api-client.ts'
import { captionLanguageOptions } from './caption-language-options.ts'
import { EditVideoSeriesFields } from './edit-video-series-fields.tsx'
import { saveEpisodeNumber } from './save-episode-number.ts'
import {
  readVideoDetails,
  readEditFormData,
  saveVideoEdits,
  getOriginalValuesField,
} from './save-video-edits.ts'
import { buildPageMeta } from '../layout/page-meta.ts'

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(args.url.pathname))
  const params = { id: args.params.id }
  // If the video belongs to another creator, the API responds as if the video did not exist.
  const [item, { frames }, captions, captionDrafts, embeddedCaptions] = await Promise.all([
    api(getOwnContent, { params }),
    api(listCoverFrames, { params }),
    api(listCaptions, { params }),
    api(listCaptionDrafts, { params }),
    api(listEmbeddedCaptions, { params }),
  ])
  const { series } =
    item.content_type === 'tv_show'
      ? await createLoaderApiClientForOptionalData(args)(
          getContentSeries,
          { params, query: {} },
          { series: null },
        )
      : { series: null }
  return {
    item,
    frames,
    series,
    captions: captions.items,
    captionDrafts: captionDrafts.items,
    embeddedCaptions: embeddedCaptions.items,
    languages: captionLanguageOptions,
    capped: me.is_private,
  }
}

export async function action(args: Route.ActionArgs) {
  let values: Record<string, string> = {}
  let saved: Pick<OwnContent, 'moderation' | 'publication_state'>
  try {
    const form = await readEditFormData(args.request)
    values = { ...readVideoDetails(form), ...readAdFormValues(form), ...getOriginalValuesField(form) }
    saved = await saveVideoEdits(args, form)
    await saveEpisodeNumber(args, form)
  } catch (thrown) {
    return toFormFailure(thrown, values)
  }
  return { saved: describeSavedVideo(saved) }
}

/** Returns the key of the confirmation message, which depends on the state of the saved video. */
function describeSavedVideo(item: Pick<OwnContent, 'moderation' | 'publication_state'>) {
  if (item.moderation === 'pending') return 'waitsText' as const
  return item.publication_state === 'published'
    ? ('savedText' as const)
    : (`${item.publication_state}Text` as const)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  const answer = await serverAction()
  if (isFormFailure(answer)) showFormFailureToast(answer)
  else {
    dismissErrorToasts()
    showToast.success(videoEditPageMessages.saved, videoEditPageMessages[answer.saved])
  }
  return answer
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    title: videoEditPageMessages.title,
    description: videoEditPageMessages.description,
    noindex: true,
  })

export default function EditVideoPage({ loaderData, actionData }: Route.ComponentProps) {
  const { item, frames, series, captions, captionDrafts, embeddedCaptions, languages, capped } = loaderData
  const refused = isFormFailure(actionData) ? actionData : undefined
  const details = { ...toVideoDetails(item), ...refused?.values }
  return (
    <div data-hue={item.content_type} className="page-inside flex flex-col gap-6 py-8 md:py-12">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="min-w-0 flex-1 basis-72 text-40 wrap-anywhere">
          <span className="block text-17 text-quiet">{videoEditPageMessages.heading}</span>
          <bdi>{item.title}</bdi>
        </h1>
        <nav className="flex flex-wrap gap-3" aria-label={videoEditPageMessages.heading}>
          <Link to={pagePaths.watch(item.id)} className={getButtonClassName({})}>
            {videoEditPageMessages.watch}
          </Link>
          <Link to={pagePaths.dashboard} className={getButtonClassName({})}>
            {videoEditPageMessages.back}
          </Link>
        </nav>
      </header>
      {refused && <FormErrorMessage title={refused.refused.title}>{refused.refused.detail}</FormErrorMessage>}
      {actionData && !isFormFailure(actionData) && (
        <FormSuccessMessage>{`${videoEditPageMessages.saved}. ${videoEditPageMessages[actionData.saved]}`}</FormSuccessMessage>
      )}
      <EditVideoForm
        key={item.id}
        item={item}
        details={details}
        baseline={refused && parseOriginalFormValues(refused.values.baseline)}
        frames={frames}
        errors={refused?.fields ?? {}}
        isPrivateProfile={capped}
      >
        {refused && isOverridableWarning(refused) && <input type="hidden" name="anyway" value="on" />}
        {item.content_type === 'tv_show' && (
          <EditVideoSeriesFields
            key={`${item.id} ${series?.id}`}
            videoId={item.id}
            series={series}
            errors={refused?.fields ?? {}}
          />
        )}
        <AdSettingsFields item={item} values={refused?.values ?? {}} errors={refused?.fields ?? {}} />
      </EditVideoForm>
      {item.moderation !== 'removed' && (
        <CaptionsSection
          key={`captions ${item.id}`}
          videoId={item.id}
          first={captions}
          drafts={captionDrafts}
          embeddedCaptions={embeddedCaptions}
          languages={languages}
        />
      )}
      {item.stream_status === 'ready' && item.moderation !== 'removed' && (
        <ReplaceVideoSection key={`replace ${item.id}`} item={item} />
      )}
    </div>
  )
}
