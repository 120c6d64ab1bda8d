import { Form, useNavigation } from 'react-router'
import type { OwnSignInProvider } from '#contract/auth/sign-in-providers.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DateLabel } from '#web/ui/formatting/date-label.tsx'
import { signInProviderMessages } from '#web/messages/account/sign-in-providers.ts'
import { FormErrorMessage, FormSuccessMessage } from '../forms/account-page-layout.tsx'
import type { FormFailure } from '../forms/account-form-handling.ts'
import { CurrentPasswordField } from '../password/current-password-field.tsx'
import { providerIntents } from './provider-actions.ts'
import { describeProviderFailure, type ProviderFailure } from './provider-failure.ts'

interface Props {
  items: OwnSignInProvider[]
  /** The error for the most recently submitted form. */
  answer: FormFailure | undefined
  /** Why the browser came back from the provider without a connection. */
  failure: ProviderFailure | undefined
  done: { change: 'connected' | 'disconnected'; name: string } | undefined
}

/** Lists the providers that the user can sign in with, and contains the forms to connect and disconnect them. */
export function ProviderList({ items, answer, failure, done }: Props) {
  const isWhole = answer && !answer.fields.current_password
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{signInProviderMessages.about}</p>
      <div className="mt-4 empty:hidden">
        {done && !answer && (
          <FormSuccessMessage>
            {signInProviderMessages.done[done.change]({ name: done.name })}
          </FormSuccessMessage>
        )}
        {failure && !answer && (
          <FormErrorMessage title={signInProviderMessages.notConnectedTitle}>
            {describeProviderFailure(failure)}
          </FormErrorMessage>
        )}
        {isWhole && <FormErrorMessage title={answer.refused.title}>{answer.refused.detail}</FormErrorMessage>}
      </div>
      <ul className="mt-4 flex flex-col divide-y divide-line">
        {items.map((provider) => (
          <ProviderListItem
            key={provider.id}
            provider={provider}
            answer={answer?.values.id === provider.id ? answer : undefined}
          />
        ))}
      </ul>
    </>
  )
}

function ProviderListItem({
  provider,
  answer,
}: {
  provider: OwnSignInProvider
  answer: FormFailure | undefined
}) {
  const { id, name, connected_at, can_disconnect } = provider
  const sending = useNavigation().formData
  const isConnected = connected_at !== null
  const intent = isConnected ? providerIntents.disconnect : providerIntents.connect
  const isBusy = sending?.get('intent') === intent && sending.get('id') === id
  const label = isConnected ? signInProviderMessages.disconnect : signInProviderMessages.connect
  return (
    <li className="flex flex-col gap-3 py-4 sm:flex-row sm:items-start sm:justify-between">
      <div>
        <p className="font-semibold break-words" dir="auto">
          {name}
        </p>
        <p className="text-quiet">
          {isConnected ? (
            <>
              {signInProviderMessages.connectedSince} <DateLabel at={connected_at} />
            </>
          ) : (
            signInProviderMessages.notConnected
          )}
        </p>
        {isConnected && (
          <p className="max-w-[60ch] text-quiet">
            {(can_disconnect ? signInProviderMessages.disconnectText : signInProviderMessages.only)({ name })}
          </p>
        )}
      </div>
      {(!isConnected || can_disconnect) && (
        <Form method="post" noValidate className="flex flex-col items-start gap-3">
          <input type="hidden" name="id" value={id} />
          {answer?.fields.current_password && (
            <CurrentPasswordField
              label={signInProviderMessages.current}
              error={answer.fields.current_password}
            />
          )}
          <Button
            type="submit"
            name="intent"
            value={intent}
            size="small"
            variant={isConnected ? 'danger' : undefined}
            busy={isBusy}
          >
            {label} <span className="sr-only">{name}</span>
          </Button>
        </Form>
      )}
    </li>
  )
}
