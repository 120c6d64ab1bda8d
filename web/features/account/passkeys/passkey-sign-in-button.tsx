import { KeyRound } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { passkeyMessages } from '#web/messages/account/passkeys.ts'
import { FormErrorMessage } from '../forms/account-page-layout.tsx'
import { usePasskeySupport } from './use-passkey-support.ts'
import { describePasskeyError } from './passkey-errors.ts'

/** The form value that identifies a passkey sign-in. */
export const passkeySignInField = { name: 'way', value: 'passkey' }

/**
 * A button that signs the user in with a passkey. The "remember me" option in the sign-in form also applies
 * when the user signs in with a passkey. The button is rendered only if the browser supports passkeys.
 */
export function PasskeySignInButton() {
  const isOffered = usePasskeySupport()
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get(passkeySignInField.name) === passkeySignInField.value
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  if (!isOffered) return null
  const signIn = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const remember = currentTarget.form && new FormData(currentTarget.form).get('remember') ? 'on' : ''
    setIsAsking(true)
    setProblem(undefined)
    try {
      const { getPasskeyAssertion } = await import('./webauthn-ceremonies.ts')
      const credential = await getPasskeyAssertion()
      await submit(
        { [passkeySignInField.name]: passkeySignInField.value, credential, remember },
        { method: 'post' },
      )
    } catch (thrown) {
      setProblem(describePasskeyError(thrown))
      showToast.error(accountFormMessages.signInFailed, describePasskeyError(thrown))
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <>
      <Button size="large" busy={isAsking || isSending} onClick={signIn}>
        <KeyRound aria-hidden="true" /> {passkeyMessages.use}
      </Button>
      {problem && <FormErrorMessage title={accountFormMessages.signInFailed}>{problem}</FormErrorMessage>}
    </>
  )
}
