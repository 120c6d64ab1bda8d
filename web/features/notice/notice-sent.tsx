import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/notice.ts'

/** Stands where the form was, and has the focus. */
export function NoticeSent({ receipt, due_at }: { receipt: string; due_at: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col items-start gap-4 rounded-[22px] bg-raised p-6">
      <h2 ref={title} tabIndex={-1} className="flex gap-3 text-21 outline-none">
        <CircleCheck className="mt-[2px] size-6 shrink-0 text-good-ink" aria-hidden="true" /> {words.sent}
      </h2>
      <p>{words.sentText(moment(due_at))}</p>
      <p>
        {words.receipt}: <b className="tabular-nums">{receipt}</b>
        <br />
        <span className="text-quiet">{words.receiptText}</span>
      </p>
    </div>
  )
}
