import { Clapperboard, RotateCcw, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { OwnContent } from '#contract/content/own-content.ts'
import { isReplacementInProgress } from '#contract/content/replacements.ts'
import { toUploadType } from '#contract/content/content-types.ts'
import { videoReplacementMessages } from '#web/messages/upload/replace-video.ts'
import { pagePaths } from '#web/paths.ts'
import { videoFileAcceptAttribute } from '../../form/video-drop-zone.tsx'
import { KeepTextTracksCheckbox } from '../../captions/keep-file-text.tsx'
import { useFileText } from '../../captions/use-file-text.ts'
import { CancelUploadButton } from '../../progress/cancel-upload-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { formatBytes } from '#web/ui/formatting/format-bytes.ts'
import { FileField } from '#web/ui/forms/file-field.tsx'
import { describeAllowedFiles, validateVideoFile } from '../../details/video-details.ts'
import { type ReplacementUploadProgress, useVideoReplacement } from './use-video-replacement.ts'

/** The section of the edit page that replaces the file of a video. The section needs JavaScript. */
export function ReplaceVideoSection({ item }: { item: OwnContent }) {
  const replacement = useVideoReplacement(item)
  const { server, local, problem, isReplacedNow } = replacement
  const isOpen = local !== null || (server !== null && isReplacementInProgress(server.state))
  const error = problem ?? (isOpen ? null : (server?.error ?? null))
  const statementId = problem ? null : server?.statement_id
  const heading = useFocusWhenChanged(isOpen)
  return (
    <section aria-labelledby="replace-video" className="needs-js flex max-w-2xl flex-col gap-4">
      <h2 ref={heading} id="replace-video" tabIndex={-1} className="scroll-mt-24 text-28">
        {videoReplacementMessages.title}
      </h2>
      <p aria-live="polite" className="sr-only">
        {describeStatus(replacement)}
      </p>
      {isReplacedNow && !isOpen && (
        <p className="font-semibold text-good-ink">
          {videoReplacementMessages.replaced}. {videoReplacementMessages.replacedText}
        </p>
      )}
      {error && (
        <p role="alert" className="flex items-start gap-2">
          <TriangleAlert className="mt-1 size-5 shrink-0 text-bad-ink" aria-hidden="true" />
          <span>
            <strong>{error.title}.</strong> {error.detail} {videoReplacementMessages.keptText}
            {statementId && (
              <Link to={pagePaths.statement(statementId)} className="link block">
                {videoReplacementMessages.why}
              </Link>
            )}
          </span>
        </p>
      )}
      {isOpen ? (
        <OpenReplacement replacement={replacement} />
      ) : (
        <NewFileField
          item={item}
          onStart={(file, keepsOriginal) => void replacement.start(file, keepsOriginal)}
        />
      )}
    </section>
  )
}

interface NewFileFieldProps {
  item: OwnContent
  onStart: (file: File, keepsOriginal: boolean) => void
}

function NewFileField({ item, onStart }: NewFileFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const text = useFileText(file)
  const type = toUploadType(item.content_type)
  const choose = (chosen: File | undefined) => {
    const found = chosen && validateVideoFile(type, chosen)
    setError(found ? `${found.title}. ${found.detail}` : undefined)
    setFile(found ? null : (chosen ?? null))
  }
  return (
    <>
      <p className="text-quiet">{videoReplacementMessages.hint}</p>
      <p className="text-quiet">{videoReplacementMessages.captions}</p>
      <FileField
        label={videoReplacementMessages.file}
        prompt={videoReplacementMessages.prompt}
        icon={<Clapperboard />}
        accept={videoFileAcceptAttribute}
        error={error}
        hint={`${describeAllowedFiles(type)}.`}
        onFiles={([first]) => choose(first)}
      />
      <KeepTextTracksCheckbox text={text} />
      {file && (
        <div>
          <Button variant="primary" onClick={() => onStart(file, text.isKept)}>
            {videoReplacementMessages.start}
          </Button>
        </div>
      )}
    </>
  )
}

function OpenReplacement({ replacement }: { replacement: ReturnType<typeof useVideoReplacement> }) {
  const { server, local, storedFile, resume, cancel } = replacement
  return (
    <>
      {local ? (
        <SendingProgress local={local} />
      ) : server?.state === 'uploading' ? (
        <>
          <p>{videoReplacementMessages.interrupted}</p>
          {storedFile ? (
            <div>
              <Button variant="primary" onClick={() => void resume(storedFile)}>
                <RotateCcw aria-hidden="true" /> {videoReplacementMessages.resume}
              </Button>
            </div>
          ) : (
            <FileField
              label={videoReplacementMessages.again}
              prompt={videoReplacementMessages.againPrompt}
              icon={<Clapperboard />}
              accept={videoFileAcceptAttribute}
              onFiles={([first]) => first && void resume(first)}
            />
          )}
        </>
      ) : server?.state === 'held' ? (
        <p>{videoReplacementMessages.held}</p>
      ) : (
        <>
          <p>{server?.waiting_for ? videoReplacementMessages.paused : videoReplacementMessages.processing}</p>
          <ProgressBar
            label={videoReplacementMessages.processing}
            percent={server?.state === 'encoding' ? server.percent : undefined}
          />
        </>
      )}
      <div>
        <CancelUploadButton messages={videoReplacementMessages} onCancel={() => void cancel()} />
      </div>
    </>
  )
}

function SendingProgress({ local }: { local: ReplacementUploadProgress }) {
  const headline =
    local.phase === 'preparing' ? videoReplacementMessages.preparing : videoReplacementMessages.uploading
  const amount = videoReplacementMessages.amount({
    sent: formatBytes(local.sent),
    size: formatBytes(local.size),
  })
  return (
    <>
      <p>
        {headline}. {videoReplacementMessages.keepOpen}
      </p>
      <ProgressBar key={local.phase} label={headline} percent={local.percent} />
      <p className="min-h-[1.45em] text-15 text-quiet tabular-nums">
        {local.hold ? videoReplacementMessages.waiting[local.hold] : local.phase === 'uploading' && amount}
      </p>
    </>
  )
}

/**
 * The replacement status that screen readers announce. The announced text changes only when a phase begins or
 * ends.
 */
function describeStatus({ local, server, isReplacedNow }: ReturnType<typeof useVideoReplacement>): string {
  if (local) return videoReplacementMessages[local.phase]
  if (server?.state === 'received' || server?.state === 'encoding') return videoReplacementMessages.processing
  if (server?.state === 'held') return videoReplacementMessages.held
  return isReplacedNow ? `${videoReplacementMessages.replaced}. ${videoReplacementMessages.replacedText}` : ''
}

/** Moves the focus to the heading when the button that had focus disappears. */
function useFocusWhenChanged(isOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(isOpen)
  useEffect(() => {
    if (before.current !== isOpen) heading.current?.focus()
    before.current = isOpen
  }, [isOpen])
  return heading
}
