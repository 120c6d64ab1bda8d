import { Globe, Hourglass, MessageCircleOff, Users } from 'lucide-react'
import type { ReactElement } from 'react'
import type { CommentMode } from '#contract/engagement/comment-modes.ts'
import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { RadioCard } from './radio-tile.tsx'

const choices: { value: CommentMode; icon: ReactElement }[] = [
  { value: 'everyone', icon: <Globe /> },
  { value: 'followers', icon: <Users /> },
  { value: 'held', icon: <Hourglass /> },
  { value: 'off', icon: <MessageCircleOff /> },
]

interface Props {
  value: CommentMode
  onChange: (value: CommentMode) => void
}

/** Lets the creator choose who can comment on the video. */
export function CommentModeField({ value, onChange }: Props) {
  return (
    <fieldset className="field">
      <legend className="field-label mb-[6px]">{uploadFormMessages.details.commentMode}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map((choice) => (
          <RadioCard
            key={choice.value}
            name="comment_mode"
            {...choice}
            {...uploadFormMessages.commentMode[choice.value]}
            checked={value === choice.value}
            disabled={false}
            onChange={() => onChange(choice.value)}
          />
        ))}
      </div>
      <p className="field-hint">{uploadFormMessages.details.commentModeLimit}</p>
    </fieldset>
  )
}
