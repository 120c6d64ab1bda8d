import { Form, useNavigation } from 'react-router'
import type { SecondFactor } from '#contract/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/day.tsx'
import { Field } from '#web/ui/field.tsx'
import { words } from '#web/words/second-step.ts'
import { FormError, FormGood } from './account-page.tsx'
import { CurrentPassword } from './current-password.tsx'
import type { Refused } from './form-answer.ts'

/** What an app needs, as the page's action made it of the API's answer. */
export interface Setup {
  secret: string
  url: string
  /** An SVG. */
  qr: string
}

interface Props {
  state: SecondFactor
  setup: Setup | undefined
  answer: Refused | undefined
  turnedOff: boolean
}

/** Off, being set up, or on. Each is a form that works without script. */
export function SecondStep({ state, setup, answer, turnedOff }: Props) {
  const problem = answer && !answer.fields.code && !answer.fields.current_password
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.about}</p>
      {state.advised && !state.on_since && (
        <p className="mt-3 max-w-[70ch] rounded-card bg-lifted p-4 font-semibold">{words.advised}</p>
      )}
      {turnedOff && (
        <div className="mt-4">
          <FormGood>{words.nowOff}</FormGood>
        </div>
      )}
      {problem && (
        <div className="mt-4">
          <FormError title={answer.refused.title}>{answer.refused.detail}</FormError>
        </div>
      )}
      {state.on_since ? (
        <On state={state} since={state.on_since} answer={answer} />
      ) : setup ? (
        <SetUp setup={setup} answer={answer} />
      ) : (
        <Off answer={answer} />
      )}
    </>
  )
}

function Off({ answer }: { answer: Refused | undefined }) {
  return (
    <Form method="post" className="mt-4 flex max-w-[420px] flex-col items-start gap-4">
      <Current answer={answer} of="begin" />
      <Press intent="begin" primary>
        {words.turnOn}
      </Press>
    </Form>
  )
}

function SetUp({ setup, answer }: { setup: Setup; answer: Refused | undefined }) {
  return (
    <div className="mt-5 flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-6">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
          alt={words.picture}
          width={208}
          height={208}
          className="rounded-card bg-white p-2"
        />
        <div className="min-w-0 max-w-[40ch] flex-1 basis-[260px]">
          <h3 className="text-17 font-semibold">{words.scan}</h3>
          <p className="mt-3 text-quiet">{words.type}</p>
          <p className="mt-1 font-mono break-all select-all">{setup.secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <Form method="post" noValidate className="flex max-w-[420px] flex-col items-start gap-4">
        <h3 className="text-17 font-semibold">{words.confirm}</h3>
        <input type="hidden" name="secret" value={setup.secret} />
        <input type="hidden" name="url" value={setup.url} />
        <Field
          label={words.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          className="w-full"
          error={answer?.fields.code}
        />
        <Press intent="confirm" primary>
          {words.confirmButton}
        </Press>
      </Form>
    </div>
  )
}

function On({ state, since, answer }: { state: SecondFactor; since: string; answer: Refused | undefined }) {
  return (
    <>
      <FormGoodLine>
        {words.onSince} <Day at={since} />. {words.left(state.recovery_left)}
      </FormGoodLine>
      <Form method="post" className="mt-4 flex max-w-[420px] flex-col items-start gap-4">
        <Current answer={answer} of="codes" />
        <Press intent="codes">{words.newCodes}</Press>
        <p className="text-15 text-quiet">{words.newCodesText}</p>
      </Form>
      <Form method="post" noValidate className="mt-5 flex max-w-[420px] flex-col items-start gap-4">
        {state.has_password && (
          <CurrentPassword
            label={words.current}
            hint={words.currentHint}
            error={answer?.values.intent === 'off' ? answer.fields.current_password : undefined}
          />
        )}
        <Press intent="off" danger>
          {words.turnOff}
        </Press>
      </Form>
    </>
  )
}

function FormGoodLine({ children }: { children: React.ReactNode }) {
  return (
    <div className="mt-4">
      <FormGood>
        <span>{children}</span>
      </FormGood>
    </div>
  )
}

/** Asked for once the sign-in is an old one (ruling 13). */
function Current({ answer, of }: { answer: Refused | undefined; of: string }) {
  if (!answer?.fields.current_password || answer.values.intent !== of) return null
  return <CurrentPassword label={words.current} error={answer.fields.current_password} />
}

interface PressProps {
  intent: string
  primary?: boolean
  danger?: boolean
  children: string
}

function Press({ intent, primary, danger, children }: PressProps) {
  const busy = useNavigation().formData?.get('intent') === intent
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={primary ? 'primary' : danger ? 'danger' : undefined}
      busy={busy}
    >
      {children}
    </Button>
  )
}
