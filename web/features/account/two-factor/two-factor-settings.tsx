import { Form, useNavigation } from 'react-router'
import type { TwoFactorStatus } from '#contract/auth/two-factor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { twoFactorMessages } from '#web/messages/account/two-factor.ts'
import { FormErrorMessage, FormSuccessMessage } from '../forms/account-page-layout.tsx'
import { CurrentPasswordField } from '../password/current-password-field.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'

/**
 * The data that the user needs to set up an authenticator app. The page's action derives the setup data from
 * the API's response.
 */
export interface TwoFactorSetup {
  secret: string
  url: string
  /** The QR code in SVG format. */
  qr: string
}

interface Props {
  state: TwoFactorStatus
  setup: TwoFactorSetup | undefined
  answer: FormFailure | undefined
  turnedOff: boolean
  /** Whether the person has a staff role that takes effect when they have set up a second factor. */
  isMissing: boolean
}

/**
 * Shows whether two-factor authentication is off, being set up, or on. The forms for changing the state work
 * without JavaScript.
 */
export function TwoFactorSettings({ state, setup, answer, turnedOff, isMissing }: Props) {
  const problem = answer && !answer.fields.code && !answer.fields.current_password
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{twoFactorMessages.about}</p>
      {isMissing && (
        <p className="mt-3 max-w-[70ch] rounded-card bg-lifted p-4 font-semibold">
          {twoFactorMessages.required}
        </p>
      )}
      {turnedOff && (
        <div className="mt-4">
          <FormSuccessMessage>{twoFactorMessages.nowOff}</FormSuccessMessage>
        </div>
      )}
      {problem && (
        <div className="mt-4">
          <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>
        </div>
      )}
      {state.on_since ? (
        <TwoFactorOn state={state} since={state.on_since} answer={answer} />
      ) : setup ? (
        <TwoFactorSetupForm setup={setup} answer={answer} />
      ) : (
        <TwoFactorOff answer={answer} />
      )}
    </>
  )
}

function TwoFactorOff({ answer }: { answer: FormFailure | undefined }) {
  return (
    <Form method="post" className="mt-4 flex max-w-[420px] flex-col items-start gap-4">
      <RequestedCurrentPassword answer={answer} of="begin" />
      <IntentButton intent="begin" primary>
        {twoFactorMessages.turnOn}
      </IntentButton>
    </Form>
  )
}

function TwoFactorSetupForm({ setup, answer }: { setup: TwoFactorSetup; answer: FormFailure | undefined }) {
  return (
    <div className="mt-5 flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-6">
        <img
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr)}`}
          alt={twoFactorMessages.picture}
          width={208}
          height={208}
          className="rounded-card bg-white p-2"
        />
        <div className="min-w-0 max-w-[40ch] flex-1 basis-[260px]">
          <h3 className="text-17 font-semibold">{twoFactorMessages.scan}</h3>
          <p className="mt-3 text-quiet">{twoFactorMessages.type}</p>
          <p className="mt-1 font-mono break-all select-all">{setup.secret.match(/.{1,4}/g)?.join(' ')}</p>
        </div>
      </div>
      <Form method="post" noValidate className="flex max-w-[420px] flex-col items-start gap-4">
        <h3 className="text-17 font-semibold">{twoFactorMessages.confirm}</h3>
        <input type="hidden" name="secret" value={setup.secret} />
        <input type="hidden" name="url" value={setup.url} />
        <TextField
          label={twoFactorMessages.code}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          required
          className="w-full"
          error={answer?.fields.code}
        />
        <IntentButton intent="confirm" primary>
          {twoFactorMessages.confirmButton}
        </IntentButton>
      </Form>
    </div>
  )
}

function TwoFactorOn({
  state,
  since,
  answer,
}: {
  state: TwoFactorStatus
  since: string
  answer: FormFailure | undefined
}) {
  return (
    <>
      <TwoFactorStatusLine>
        {twoFactorMessages.onSince} <DateLabel at={since} />.{' '}
        {twoFactorMessages.left({ codes: state.recovery_left })}
      </TwoFactorStatusLine>
      <Form method="post" className="mt-4 flex max-w-[420px] flex-col items-start gap-4">
        <RequestedCurrentPassword answer={answer} of="codes" />
        <IntentButton intent="codes">{twoFactorMessages.newCodes}</IntentButton>
        <p className="text-15 text-quiet">{twoFactorMessages.newCodesText}</p>
      </Form>
      <Form method="post" noValidate className="mt-5 flex max-w-[420px] flex-col items-start gap-4">
        {state.has_password && (
          <CurrentPasswordField
            label={twoFactorMessages.current}
            hint={twoFactorMessages.currentHint}
            error={answer?.values.intent === 'off' ? answer.fields.current_password : undefined}
          />
        )}
        <IntentButton intent="off" danger>
          {twoFactorMessages.turnOff}
        </IntentButton>
      </Form>
    </>
  )
}

function TwoFactorStatusLine({ children }: { children: React.ReactNode }) {
  return (
    <div className="mt-4">
      <FormSuccessMessage>
        <span>{children}</span>
      </FormSuccessMessage>
    </div>
  )
}

/** Asks for the current password if the last sign-in was too long ago. */
function RequestedCurrentPassword({ answer, of }: { answer: FormFailure | undefined; of: string }) {
  if (!answer?.fields.current_password || answer.values.intent !== of) return null
  return <CurrentPasswordField label={twoFactorMessages.current} error={answer.fields.current_password} />
}

interface IntentButtonProps {
  intent: string
  primary?: boolean
  danger?: boolean
  children: string
}

function IntentButton({ intent, primary, danger, children }: IntentButtonProps) {
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
