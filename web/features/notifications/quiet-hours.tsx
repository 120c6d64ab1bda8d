import { Form, Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Baseline } from '#web/ui/baseline.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { words } from '#web/words/notifications.ts'

export interface Hours {
  from: string
  to: string
}

interface Props {
  /** As they are; null for none. */
  hours: Hours | null
  /** What was asked for and would be less quiet than now: wants one yes more. */
  asks: { hours: Hours | null } | undefined
  problem: string | undefined
}

const usual = { from: '21:00', to: '07:00' }

/** When the bell keeps quiet, by one's own clock. */
export function QuietHours({ hours, asks, problem }: Props) {
  const shown = asks ? asks.hours : hours
  return (
    <Form method="post" preventScrollReset className="news-switches">
      <h2 className="text-28">{words.quiet.title}</h2>
      <Baseline saved={{ on: hours !== null, ...(hours ?? usual) }} />
      <Checkbox name="on" defaultChecked={shown !== null} {...words.quiet.on} />
      <div className="flex flex-wrap gap-5">
        <Field
          type="time"
          name="from"
          label={words.quiet.from}
          defaultValue={(shown ?? usual).from}
          required
        />
        <Field type="time" name="to" label={words.quiet.to} defaultValue={(shown ?? usual).to} required />
      </div>
      {problem && <FieldError>{problem}</FieldError>}
      {asks ? (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p className="basis-full">{words.quiet.looser}</p>
          <Button type="submit" name="intent" value="quiet-yes">
            {words.quiet.yes}
          </Button>
          <Link to={paths.notifications} preventScrollReset className={buttonClass()}>
            {words.quiet.no}
          </Link>
        </div>
      ) : (
        <Button type="submit" name="intent" value="quiet" className="self-start">
          {words.quiet.save}
        </Button>
      )}
      <p>
        <Link to={paths.time} className="link">
          {words.quiet.time}
        </Link>
      </p>
    </Form>
  )
}
