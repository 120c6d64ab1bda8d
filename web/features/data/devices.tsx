import { Form, useNavigation } from 'react-router'
import type { Session } from '#contract/sessions.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/day.tsx'
import { words } from '#web/words/data.ts'

/** Where one is signed in, each with its button; and one for all. */
export function Devices({ sessions }: { sessions: Session[] | null }) {
  const busy = useNavigation().formData
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{sessions ? words.devicesText : words.none}</p>
      <ul className="mt-4 flex flex-col divide-y divide-line">
        {sessions?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div>
              <p className="font-semibold">
                {nameOf(session)} {session.is_current && <Badge>{words.here}</Badge>}
              </p>
              <p className="text-quiet">
                {words.since} <Day at={session.created_at} />, {words.used} <Day at={session.used_at} />
              </p>
            </div>
            {!session.is_current && (
              <Form method="post">
                <input type="hidden" name="id" value={session.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="end"
                  size="small"
                  variant="quiet"
                  aria-label={words.endOf(nameOf(session))}
                  busy={busy?.get('id') === session.id}
                >
                  {words.end}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-4">
        <Button
          type="submit"
          name="intent"
          value="end-all"
          variant="danger"
          aria-describedby="everywhere"
          busy={busy?.get('intent') === 'end-all'}
        >
          {words.everywhere}
        </Button>
      </Form>
      <p id="everywhere" className="mt-2 text-quiet">
        {words.everywhereText}
      </p>
    </>
  )
}

function nameOf({ device, is_program: isProgram }: Session): string {
  return device ?? (isProgram ? words.program : words.unknown)
}
