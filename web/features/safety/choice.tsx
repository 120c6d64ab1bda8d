import { Check } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import type { SafetySetting, Value } from '#contract/safety.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field-frame.tsx'
import { rows, valueWords, words } from '#web/words/safety-table.ts'
import type { Chosen } from './choose.ts'
import './choice.css'

interface Props {
  of: SafetySetting
  chosen: Chosen | undefined
}

/** What a setting is for oneself, and a button for each thing it can be instead. */
export function Choice({ of: { setting, value, choices }, chosen }: Props) {
  const mine = chosen?.setting === setting ? chosen : undefined
  const asks = mine?.outcome === 'asks' ? mine : undefined
  return (
    <div className="flex flex-col items-start gap-2" data-setting={setting}>
      {choices.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <strong className="choice-now">
            <Check aria-hidden="true" />
            {valueWords(setting, value)}
          </strong>
          {!asks && (
            <Form
              method="post"
              preventScrollReset
              className="contents"
              aria-label={words.instead(rows[setting].label)}
            >
              <Hidden setting={setting} />
              {choices.map((choice) => (
                <ChoiceButton key={JSON.stringify(choice.value)} setting={setting} value={choice.value} />
              ))}
            </Form>
          )}
        </div>
      ) : (
        <>
          <strong>{valueWords(setting, value)}</strong>
          <p className="text-13 text-quiet">
            {setting === 'public_name' && value === 'choice' ? words.profileForm : words.same}
          </p>
        </>
      )}
      {asks && <Confirm setting={setting} from={value} to={asks.value} />}
      <p aria-live="polite" className="text-13 font-semibold text-good-ink empty:hidden">
        {mine?.outcome === 'saved' && words.saved}
      </p>
      {mine?.outcome === 'refused' && <FieldError>{mine.detail}</FieldError>}
    </div>
  )
}

function ChoiceButton({ setting, value }: { setting: SafetySetting['setting']; value: Value }) {
  const json = JSON.stringify(value)
  const going = useNavigation().formData
  const busy = going?.get('setting') === setting && going.get('value') === json
  return (
    <Button
      type="submit"
      size="small"
      name="value"
      value={json}
      busy={busy}
      className="min-h-[44px] max-w-full whitespace-normal"
    >
      {valueWords(setting, value)}
    </Button>
  )
}

/** One neutral question, two equal buttons. */
function Confirm({ setting, from, to }: { setting: SafetySetting['setting']; from: Value; to: Value }) {
  return (
    <fieldset
      aria-label={words.ask.title}
      className="flex flex-col gap-2 rounded-card border border-edge p-3"
    >
      <p className="text-15">{words.ask.text(valueWords(setting, from), valueWords(setting, to))}</p>
      <div className="flex flex-wrap gap-2">
        <Form method="post" preventScrollReset>
          <Hidden setting={setting} />
          <input type="hidden" name="value" value={JSON.stringify(to)} />
          <Button type="submit" size="small" name="confirmed" value="yes">
            {words.ask.yes}
          </Button>
        </Form>
        <Form method="get" preventScrollReset>
          <Button type="submit" size="small">
            {words.ask.no}
          </Button>
        </Form>
      </div>
    </fieldset>
  )
}

function Hidden({ setting }: { setting: SafetySetting['setting'] }) {
  return (
    <>
      <input type="hidden" name="intent" value="safety" />
      <input type="hidden" name="setting" value={setting} />
    </>
  )
}
