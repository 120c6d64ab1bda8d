import { KeyRound } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/passkeys.ts'
import { FormError } from '../account-page.tsx'
import { usePasskeysOffered } from './offered.ts'
import { troubleIn } from './trouble.ts'

/** What the form of the sign-in page says when it is sent with a passkey. */
export const byPasskey = { name: 'way', value: 'passkey' }

/** Signs in with a passkey, as its form says to remember or not. Only where the browser has passkeys. */
export function PasskeyButton() {
  const isOffered = usePasskeysOffered()
  const submit = useSubmit()
  const isSending = useNavigation().formData?.get(byPasskey.name) === byPasskey.value
  const [isAsking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  if (!isOffered) return null
  const use = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const remember = currentTarget.form && new FormData(currentTarget.form).get('remember') ? 'on' : ''
    setAsking(true)
    setTrouble(undefined)
    try {
      const { signWithPasskey } = await import('./ceremony.ts')
      const credential = await signWithPasskey()
      await submit({ [byPasskey.name]: byPasskey.value, credential, remember }, { method: 'post' })
    } catch (thrown) {
      setTrouble(troubleIn(thrown))
      notify.bad(common.signInFailed, troubleIn(thrown))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <Button size="large" busy={isAsking || isSending} onClick={use}>
        <KeyRound aria-hidden="true" /> {words.use}
      </Button>
      {trouble && <FormError title={common.signInFailed}>{trouble}</FormError>}
    </>
  )
}
