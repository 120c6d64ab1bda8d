import { useEffect, useState } from 'react'
import { trimMessages } from '#web/messages/upload/trim.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { inspectVideo, type VideoInspection } from '../preprocessing/inspect-video.ts'
import { minTrimSeconds, type TrimRange } from '../preprocessing/trim-range.ts'
import { TrimEditor } from './trim-editor.tsx'
import './trim.css'

interface Props {
  file: File
  initial: TrimRange | undefined
  /** Called with the chosen part of the video, or with undefined if the user has chosen the whole video. */
  onApply: (range: TrimRange | undefined) => void
  onClose: () => void
}

type Findings = VideoInspection | 'unsupported' | 'too short' | undefined

/** The dialog in which the user chooses the part of a local video to upload. */
export default function TrimDialog({ file, initial, onApply, onClose }: Props) {
  const [findings, setFindings] = useState<Findings>()
  useEffect(() => {
    let isCurrent = true
    void inspectVideo(file).then((found) => isCurrent && setFindings(judge(found)))
    return () => void (isCurrent = false)
  }, [file])
  if (typeof findings === 'object')
    return (
      <TrimEditor
        file={file}
        inspection={findings}
        initial={initial ?? { start: 0, end: findings.duration }}
        onUnplayable={() => setFindings('unsupported')}
        onApply={onApply}
        onClose={onClose}
      />
    )
  const { dialog } = trimMessages
  return (
    <Dialog
      open
      onClose={onClose}
      title={dialog.title}
      footer={<Button onClick={onClose}>{dialog.cancel}</Button>}
    >
      {findings ? (
        <p role="alert">{findings === 'unsupported' ? dialog.unsupported : dialog.tooShort}</p>
      ) : (
        <p className="flex items-center gap-3" aria-live="polite">
          <Spinner size={20} label="" /> {dialog.checking}
        </p>
      )}
    </Dialog>
  )
}

function judge(found: VideoInspection | null): Findings {
  if (!found) return 'unsupported'
  return found.duration > minTrimSeconds ? found : 'too short'
}
