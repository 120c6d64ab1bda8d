import { useState } from 'react'
import {
  applyCaptionStyle,
  type CaptionStyle,
  captionStyleNames,
  captionStyleOptions,
  loadCaptionStyle,
  saveCaptionStyle,
} from '../../core/captions/caption-style.ts'
import { captionStyleMessages } from '#web/messages/watch/caption-style.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { usePlayer } from '../use-player.ts'

/**
 * The dialog in which viewers choose the appearance of captions. Each choice takes effect immediately in the
 * video, where the viewer can see the result.
 */
export function CaptionStyleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const player = usePlayer()
  const [style, setStyle] = useState(loadCaptionStyle)
  const change = (changed: CaptionStyle) => {
    setStyle(changed)
    saveCaptionStyle(changed)
    const video = player.element()
    if (video) applyCaptionStyle(video, changed)
  }
  const reset = Object.fromEntries(
    captionStyleNames.map((name) => [name, captionStyleOptions[name][0]]),
  ) as CaptionStyle
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={captionStyleMessages.title}
      size="small"
      footer={
        <>
          <Button onClick={() => change(reset)}>{captionStyleMessages.reset}</Button>
          <Button variant="primary" onClick={onClose}>
            {captionStyleMessages.done}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-15 text-quiet">{captionStyleMessages.hint}</p>
        {captionStyleNames.map((name) => {
          const labels: Record<string, string> = captionStyleMessages.options[name]
          return (
            <Select
              key={name}
              label={captionStyleMessages.names[name]}
              value={style[name]}
              onChange={(event) => change({ ...style, [name]: event.target.value })}
            >
              {Object.entries(labels).map(([option, label]) => (
                <option key={option} value={option}>
                  {label}
                </option>
              ))}
            </Select>
          )
        })}
      </div>
    </Dialog>
  )
}
