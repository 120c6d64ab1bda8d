import { Form } from 'react-router'
import type { LostNotice } from '#contract/mod-notices.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/mod.ts'

interface Props {
  items: LostNotice[]
  /** What was typed when it was refused, and why. */
  refused: { values: Record<string, string>; fields: Partial<Record<string, string>> } | undefined
}

/** Notices that name nothing here: somebody looks by hand, before the clock has run out. */
export function LostNotices({ items, refused }: Props) {
  if (items.length === 0) return null
  return (
    <section className="mod-box" aria-labelledby="lost-notices">
      <h2 id="lost-notices" className="text-21">
        {words.lost.title}
      </h2>
      <p className="text-quiet">{words.lost.text}</p>
      <ul className="mod-list">
        {items.map((notice) => {
          const mine = refused?.values['id'] === notice.id ? refused : undefined
          return (
            <li key={notice.id}>
              <p className="mod-case-facts">
                {notice.overdue && <Badge>{words.overdue}</Badge>}
                <span>{words.due(moment(notice.due_at))}</span>
              </p>
              <p className="text-15 text-quiet">{words.lost.addresses}</p>
              <blockquote className="mod-quote">{notice.addresses}</blockquote>
              {notice.words && <blockquote className="mod-quote">{notice.words}</blockquote>}
              <Form method="post" className="mod-form">
                <input type="hidden" name="id" value={notice.id} />
                <Field
                  label={words.lost.address}
                  name="address"
                  defaultValue={mine?.values['address']}
                  error={mine?.fields['address']}
                />
                <div className="flex flex-wrap gap-2">
                  <Button type="submit" name="intent" value="place" variant="primary">
                    {words.lost.place}
                  </Button>
                  <Button type="submit" name="intent" value="not-found">
                    {words.lost.notFound}
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
