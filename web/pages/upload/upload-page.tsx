import { lazy, Suspense, useEffect, useState } from 'react'
import { redirect, redirectDocument, useNavigate, useRevalidator } from 'react-router'
import { getSession } from '#contract/accounts/current-user.ts'
import { listOwnContent } from '#contract/content/own-content.ts'
import { type UploadType, uploadTypes } from '#contract/content/content-types.ts'
import { pageSizeLimits } from '#contract/limits.ts'
import { getSafetySettings } from '#contract/safety/safety-settings.ts'
import {
  showUploadCompletedToast,
  useOnUploadComplete,
  useDismissCompletedUpload,
} from '#web/features/upload/progress/upload-completion-hooks.ts'
import { createEmptyVideoDetails, type VideoDetails } from '#web/features/upload/details/video-details.ts'
import {
  toVideoDetails,
  filterUploadDrafts,
  type UnfinishedUpload,
  refetchUnfinishedUpload,
} from '#web/features/upload/transfer/unfinished-uploads.ts'
import { deleteStaleLocalUploadData } from '#web/features/upload/transfer/local-upload-cleanup.ts'
import { UploadProgressCard } from '#web/features/upload/progress/upload-progress-card.tsx'
import { type VideoUploadRequest, startUpload } from '#web/features/upload/transfer/upload-controller.ts'
import { getCurrentUpload, useCurrentUpload } from '#web/features/upload/transfer/current-upload.ts'
import { isCameraAllowedInDocument } from '#web/features/upload/camera/camera-errors.ts'
import { UnfinishedUploadList } from '#web/features/upload/progress/unfinished-upload-list.tsx'
import { addFilesToQueue } from '#web/features/upload/queue/upload-queue-actions.ts'
import { getUploadQueue, useUploadQueue } from '#web/features/upload/queue/upload-queue-state.ts'
import {
  useClearUploadQueueWhenFinished,
  useRestoreUploadQueue,
} from '#web/features/upload/queue/restore-upload-queue.ts'
import { focusUploadQueue } from '#web/features/upload/queue/upload-queue.tsx'
import { UploadForm } from '#web/features/upload/form/upload-form.tsx'
import { SeriesFields } from '#web/features/series/series-fields.tsx'
import { pagePaths } from '#web/paths.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import type { Route } from './+types/upload-page.ts'
import { createLoaderApiClient } from '#web/api/loader-api-client.ts'
import { buildPageMeta } from '../layout/page-meta.ts'
import { captionLanguageOptions } from './caption-language-options.ts'
import { getDefaultVisibility } from './default-visibility.ts'
import { JavaScriptRequired } from './javascript-required.tsx'
import { UploadQueueSection } from './upload-queue-section.tsx'
import { retryWhenOnline } from '#web/network/retry-when-online.ts'

const LazyGoLiveLink = lazy(retryWhenOnline(() => import('../broadcast/go-live-link.tsx')))

export async function loader(args: Route.LoaderArgs) {
  const api = createLoaderApiClient(args)
  const { pathname, search, searchParams } = args.url
  // If the URL contains an unknown upload type, remove the type from the URL. If the unknown type stayed in
  // the URL, the form would show a different type than the URL.
  if (args.params.type !== undefined && !parseUploadType(args.params)) throw redirect(pagePaths.uploadPage())
  const { me } = await api(getSession, {})
  if (!me) throw redirect(pagePaths.signIn(pathname + search))
  const [{ items }, { settings }] = await Promise.all([
    api(listOwnContent, { query: { limit: pageSizeLimits.max } }),
    api(getSafetySettings, {}),
  ])
  const type = parseUploadType(args.params) ?? parseUploadType({ type: searchParams.get('type') }) ?? 'music'
  const audience = getDefaultVisibility(settings, me.is_private)
  const drafts = filterUploadDrafts(items)
  const captionLanguages = captionLanguageOptions
  const mayBroadcast = me.may_broadcast ?? false
  return { type, owner: me.id, capped: me.is_private, audience, drafts, captionLanguages, mayBroadcast }
}

/**
 * Loads the upload page as a new document, because the browser allows the camera only in documents that were
 * loaded from the upload page's URL. If an upload is running in this tab, the document is kept, because a new
 * document would stop the upload.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const isUploading = getCurrentUpload() !== null || getUploadQueue().entries.length > 0
  if (!isCameraAllowedInDocument() && !isUploading) throw redirectDocument(request.url)
  return serverLoader()
}

function parseUploadType(params: { type?: string | null }): UploadType | undefined {
  return uploadTypes.find((type) => type === params.type)
}

export const meta: Route.MetaFunction = (args) =>
  buildPageMeta(args, {
    ...uploadFormMessages.page,
    noindex: true,
  })

export default function UploadPage({ loaderData }: Route.ComponentProps) {
  const current = useCurrentUpload()
  const [order, setOrder] = useState<VideoUploadRequest>()
  const [formCount, setFormCount] = useState(0)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useDismissCompletedUpload()
  useClearUploadQueueWhenFinished()
  const queue = useUploadQueue()
  const hasQueue = queue.entries.length > 0
  // While the creator is working on the queue, completing a single upload must not open another page.
  useOnUploadComplete(() => (hasQueue ? showUploadCompletedToast() : void navigate(pagePaths.dashboard)))
  const start = (next: VideoUploadRequest) => {
    setOrder(next)
    scrollTo({ top: 0 })
    void startUpload(next)
  }
  const { type, owner, capped, audience, captionLanguages, mayBroadcast } = loaderData
  const isFormHidden = hasQueue || current !== null
  useEffect(() => void deleteStaleLocalUploadData(owner), [owner])
  useRestoreUploadQueue(owner)
  const addToQueue = (files: File[], defaults: VideoDetails) => {
    addFilesToQueue(owner, files, defaults)
    setFormCount((count) => count + 1)
    if (!hasQueue) focusUploadQueue()
  }
  const resumeUpload = (unfinished: UnfinishedUpload & { preprocessedFile: File }) => {
    const file = unfinished.preprocessedFile
    start({
      owner,
      file,
      details: toVideoDetails(unfinished.draft),
      images: {},
      compress: false,
      unfinished,
    })
  }
  const drafts = loaderData.drafts.filter(
    ({ id }) => id !== current?.contentId && !queue.entries.some(({ contentId }) => contentId === id),
  )
  const details = current?.details ?? createEmptyVideoDetails(type, audience)
  return (
    <>
      <noscript>
        <JavaScriptRequired />
      </noscript>
      {(current || drafts.length > 0) && (
        <div className="needs-js mx-auto max-w-[1240px] px-(--gutter) py-8">
          {current && !hasQueue && <h1 className="sr-only">{uploadFormMessages.page.title}</h1>}
          {current ? (
            <UploadProgressCard
              current={current}
              onRetry={order && (() => void retryUpload(order, current.contentId))}
              onDismiss={() => void revalidate()}
            />
          ) : (
            <UnfinishedUploadList
              drafts={drafts}
              onResume={resumeUpload}
              onDiscarded={() => void revalidate()}
            />
          )}
        </div>
      )}
      {isFormHidden && (
        <UploadQueueSection
          queue={queue}
          owner={owner}
          isPrivateProfile={capped}
          captionLanguages={captionLanguages}
          onAdd={(files) => addToQueue(files, details)}
        />
      )}
      {/* The upload form stays mounted during the upload, so its values are kept if the upload fails or
          is cancelled. */}
      <div hidden={isFormHidden} className="needs-js">
        <UploadForm
          key={`${type}-${formCount}`}
          details={details}
          owner={owner}
          isPrivateProfile={capped}
          drafts={drafts}
          captionLanguages={captionLanguages}
          isHidden={isFormHidden}
          onStart={start}
          onSeveralFiles={addToQueue}
          goLiveLink={
            mayBroadcast && (
              <Suspense>
                <LazyGoLiveLink />
              </Suspense>
            )
          }
          renderSeriesFields={(props) => <SeriesFields {...props} />}
        />
      </div>
    </>
  )
}

/** Resumes the failed upload, so that the bytes that the server has already received are not sent again. */
async function retryUpload(failed: VideoUploadRequest, contentId: string | null) {
  await startUpload({
    ...failed,
    unfinished: await refetchUnfinishedUpload(failed.file, failed.owner, contentId),
  })
}
