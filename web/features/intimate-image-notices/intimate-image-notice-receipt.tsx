import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { intimateImageNoticeMessages } from '#web/messages/safety/intimate-image-notice.ts'

/**
 * The receipt that replaces the intimate-image form once the form has been submitted. The heading of the
 * receipt receives focus.
 */
export function IntimateImageNoticeReceipt({ receipt, due_at }: { receipt: string; due_at: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4 rounded-[22px] bg-raised p-6">
      <h2 ref={title} tabIndex={-1} className="flex gap-3 text-21 outline-none">
        <CircleCheck className="mt-[2px] size-6 shrink-0 text-good-ink" aria-hidden="true" />{' '}
        {intimateImageNoticeMessages.sent}
      </h2>
      <p>{intimateImageNoticeMessages.sentText({ due: formatDateTimeUtc(due_at) })}</p>
      <p>
        {intimateImageNoticeMessages.receipt}: <b className="tabular-nums">{receipt}</b>
        <br />
        <span className="text-quiet">{intimateImageNoticeMessages.receiptText}</span>
      </p>
    </div>
  )
}
