import { useState } from 'react'
import { Link } from 'react-router'
import type { CaptionTrack } from '#contract/content/caption-tracks.ts'
import { captionDownloadUrl, captionFormats } from '#contract/content/captions.ts'
import { captionsMessages } from '#web/messages/upload/captions.ts'
import { automaticCaptionsMessages } from '#web/messages/upload/embedded-captions.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { CaptionFileForm } from './caption-file-form.tsx'
import type { CaptionsState } from './use-captions.ts'
import { useCaptionRowAction } from './use-caption-row-action.ts'

interface Props {
  track: CaptionTrack
  captions: CaptionsState
}

/** The captions in one language, with the buttons for managing them. */
export function CaptionTrackRow({ track, captions }: Props) {
  const [isReplacing, setIsReplacing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, run } = useCaptionRowAction()
  const { id, name, language, is_sdh, is_default, cue_count, source } = track
  const size = 'small' as const
  return (
    <li className="flex flex-col gap-3 border-b border-line py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <strong lang={language} dir="auto">
          {name}
        </strong>
        <span className="text-15 text-quiet">{captionsMessages.count({ cues: cue_count })}</span>
        {is_default && <Badge>{captionsMessages.byDefault}</Badge>}
        {captions.drafts.some((draft) => draft.language === language && draft.is_sdh === is_sdh) && (
          <Badge>{captionsMessages.unpublished}</Badge>
        )}
      </div>
      {source === 'automatic' && <p className="text-15 text-quiet">{automaticCaptionsMessages.hint}</p>}
      <div className="flex flex-wrap gap-2">
        <Link
          to={pagePaths.editCaptions(captions.videoId, language, is_sdh)}
          aria-label={captionsMessages.editLabel({ name })}
          className={getButtonClassName({ size })}
        >
          {captionsMessages.edit}
        </Link>
        {captionFormats.map((format) => (
          <a
            key={format}
            download
            href={captionDownloadUrl(captions.videoId, id, format)}
            aria-label={captionsMessages.downloadLabel({ name, format: format.toUpperCase() })}
            className={getButtonClassName({ size })}
          >
            {captionsMessages.download({ format: format.toUpperCase() })}
          </a>
        ))}
        {source === 'automatic' && (
          <Button
            size={size}
            busy={isBusy}
            aria-label={automaticCaptionsMessages.markCheckedLabel({ name })}
            onClick={() => void run(() => captions.markChecked(track))}
          >
            {automaticCaptionsMessages.markChecked}
          </Button>
        )}
        <Button
          size={size}
          busy={isBusy}
          aria-label={(is_default ? captionsMessages.dontShowLabel : captionsMessages.showByDefaultLabel)({
            name,
          })}
          onClick={() => void run(() => captions.setDefault(track, !is_default))}
        >
          {is_default ? captionsMessages.dontShow : captionsMessages.showByDefault}
        </Button>
        <Button
          size={size}
          aria-label={captionsMessages.replaceLabel({ name })}
          aria-expanded={isReplacing}
          onClick={() => setIsReplacing(!isReplacing)}
        >
          {captionsMessages.replace}
        </Button>
        <Button
          size={size}
          aria-label={captionsMessages.removeLabel({ name })}
          onClick={() => setIsAsking(true)}
        >
          {captionsMessages.remove}
        </Button>
      </div>
      {isReplacing && (
        <CaptionFileForm
          label={captionsMessages.newFile({ name })}
          submitLabel={captionsMessages.replaceLabel({ name })}
          onSend={async (file, answers) => {
            await captions.send({ kind: 'replace', track }, file, answers)
            setIsReplacing(false)
          }}
          onCancel={() => setIsReplacing(false)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        title={captionsMessages.reallyRemove({ name })}
        confirmLabel={captionsMessages.remove}
        danger
        busy={isBusy}
        onConfirm={() => void run(() => captions.remove(track))}
        onCancel={() => setIsAsking(false)}
      >
        {captionsMessages.reallyRemoveText}
      </ConfirmDialog>
    </li>
  )
}
