import { Form } from 'react-router'
import type { UnmatchedNotice } from '#contract/moderation/unmatched-notices.ts'
import { Badge } from '#web/ui/controls/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { formatDateTimeUtc } from '#web/ui/formatting/format-date-time.ts'
import { moderationConsoleMessages } from '#web/messages/moderation/moderation-console.ts'

interface Props {
  items: UnmatchedNotice[]
  /** The submitted values and their errors, if the server has rejected the form. */
  refused: { values: Record<string, string>; fields: Partial<Record<string, string>> } | undefined
}

/**
 * Lists notices that do not match any content on this site. Each notice has a deadline by which a moderator
 * must search for the content manually.
 */
export function UnmatchedNoticeList({ items, refused }: Props) {
  if (items.length === 0) return null
  return (
    <section className="mod-box" aria-labelledby="lost-notices">
      <h2 id="lost-notices" className="text-21">
        {moderationConsoleMessages.lost.title}
      </h2>
      <p className="text-quiet">{moderationConsoleMessages.lost.text}</p>
      <ul className="mod-list">
        {items.map((notice) => {
          const mine = refused?.values['id'] === notice.id ? refused : undefined
          return (
            <li key={notice.id}>
              <p className="mod-case-facts">
                {notice.overdue && <Badge>{moderationConsoleMessages.overdue}</Badge>}
                <span>{moderationConsoleMessages.due({ when: formatDateTimeUtc(notice.due_at) })}</span>
              </p>
              <p className="text-15 text-quiet">{moderationConsoleMessages.lost.addresses}</p>
              <blockquote className="mod-quote">{notice.addresses}</blockquote>
              {notice.words && <blockquote className="mod-quote">{notice.words}</blockquote>}
              <Form method="post" className="mod-form">
                <input type="hidden" name="id" value={notice.id} />
                <TextField
                  label={moderationConsoleMessages.lost.address}
                  name="address"
                  defaultValue={mine?.values['address']}
                  error={mine?.fields['address']}
                />
                <div className="flex flex-wrap gap-2">
                  <Button type="submit" name="intent" value="place" variant="primary">
                    {moderationConsoleMessages.lost.place}
                  </Button>
                  <Button type="submit" name="intent" value="not-found">
                    {moderationConsoleMessages.lost.notFound}
                  </Button>
                </div>
              </Form>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
