// Use only icons that the watch page does not use, because the bundler moves shared icons into a file that
// the watch page loads.
import { CirclePause, Play, StepBack, StepForward, Volume, VolumeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OwnContent } from '#contract/content/own-content.ts'
import { captionEditorMessages } from '#web/messages/upload/caption-editor.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { useCaptionEditor, usePlayheadValue, useCaptionEditorState } from '../caption-editor-context.ts'
import { stripCaptionTags } from '../model/cue-markup.ts'
import { formatCueTime } from '../model/cue-times.ts'

const messages = captionEditorMessages.video
const rates = [0.5, 0.75, 1, 1.25, 1.5, 2]

export type CaptionEditorVideoData = Pick<
  OwnContent,
  'title' | 'stream_url' | 'cover_url' | 'storyboard_url' | 'duration_seconds' | 'loudness_lufs'
>

/** The video with the captions that are being edited. */
export function CaptionEditorVideo({ video }: { video: CaptionEditorVideoData }) {
  const { clock, language } = useCaptionEditor()
  const element = useRef<HTMLVideoElement>(null)
  const { stream_url: src, duration_seconds: duration, loudness_lufs: loudness, title } = video
  useEffect(
    () => (src ? clock.attach(element.current!, { src, duration, loudness }) : undefined),
    [clock, src, duration, loudness],
  )
  const hasFailed = usePlayheadValue(() => clock.hasFailed())
  return (
    <div className="caption-video">
      <div className="caption-picture">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the captions are rendered above the picture */}
        <video
          ref={element}
          playsInline
          preload="none"
          crossOrigin="anonymous"
          tabIndex={-1}
          poster={video.cover_url ?? undefined}
          aria-label={messages.label({ title })}
        />
        <ShownCaptions language={language} />
      </div>
      {!src && <p className="text-quiet">{messages.notReady}</p>}
      {hasFailed && (
        <p role="alert" className="field-error">
          {messages.failed}
        </p>
      )}
      {src && <Transport />}
    </div>
  )
}

/**
 * The captions at the current position of the video, rendered as viewers see them. The captions change while
 * the creator is typing.
 */
function ShownCaptions({ language }: { language: string }) {
  const cues = useCaptionEditorState((state) => state.cues)
  const shown = usePlayheadValue((ms) =>
    cues
      .filter(({ start, end }) => start <= ms && ms < end)
      .map(({ text }) => stripCaptionTags(text).trim())
      .filter((text) => text !== '')
      .join('\n'),
  )
  if (shown === '') return null
  return (
    <p className="shown-captions" lang={language} dir="auto">
      <span>{shown}</span>
    </p>
  )
}

function Transport() {
  const { clock } = useCaptionEditor()
  const isPlaying = usePlayheadValue(() => clock.isPlaying())
  const time = usePlayheadValue((ms) => formatCueTime(Math.floor(ms / 100) * 100).slice(0, -2))
  const [rate, setRate] = useState(1)
  return (
    <div dir="ltr" className="caption-transport">
      <IconButton
        bare
        label={isPlaying ? messages.pause : messages.play}
        icon={isPlaying ? <CirclePause /> : <Play />}
        variant="primary"
        onClick={clock.toggle}
      />
      <IconButton bare label={messages.back} icon={<StepBack />} onClick={() => clock.seekBy(-1000)} />
      <IconButton bare label={messages.forward} icon={<StepForward />} onClick={() => clock.seekBy(1000)} />
      <output className="caption-clock">{time}</output>
      <MuteButton />
      <select
        aria-label={messages.speed}
        className="input caption-rate"
        value={rate}
        onChange={(event) => {
          setRate(Number(event.target.value))
          clock.setRate(Number(event.target.value))
        }}
      >
        {rates.map((one) => (
          <option key={one} value={one}>
            {messages.rate({ rate: one })}
          </option>
        ))}
      </select>
    </div>
  )
}

function MuteButton() {
  const { clock } = useCaptionEditor()
  const isMuted = usePlayheadValue(() => clock.isMuted())
  return (
    <IconButton
      bare
      label={isMuted ? messages.unmute : messages.mute}
      icon={isMuted ? <VolumeOff /> : <Volume />}
      onClick={clock.toggleMute}
    />
  )
}
