import { Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { checkUsername } from '#contract/accounts/accounts.ts'
import { usernamePattern } from '#contract/limits.ts'
import { describeApiError } from '#contract/errors/api-error.ts'
import { callApi } from '#web/api/api-client.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { accountFormMessages } from '#web/messages/account/account-forms.ts'
import { signUpMessages } from '#web/messages/account/sign-up.ts'
import { showUsernameCheckFailureToast } from '../forms/account-form-results.ts'

/**
 * If the user stops typing for this many milliseconds, the availability of the username is checked.
 */
const typingDelayMs = 400

interface Props {
  /** The most recently submitted username. */
  defaultValue: string | undefined
  /** The server's error for the most recently submitted username. */
  error: string | undefined
  /**
   * Whether the user may choose the entered username: without a warning, after a warning, or not at all. The
   * rule for usernames that identify a person depends on the user's age.
   */
  warning: 'free' | 'advised' | 'refused'
}

/** The username field, which checks the availability of the username while the user is typing. */
export function UsernameField({ defaultValue, error, warning }: Props) {
  const [typed, setTyped] = useState<string>()
  const availability = useUsernameAvailability(typed)
  const asSent = typed === undefined || typed === defaultValue?.trim()
  const refused = warning === 'refused' ? describeApiError('username_telling').detail : undefined
  const wrong = getUsernameProblem(typed ?? '', availability) ?? refused ?? (asSent ? error : undefined)
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={accountFormMessages.username}
        name="username"
        defaultValue={defaultValue}
        error={wrong}
        hint={signUpMessages.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <p className="min-h-[1.5em] text-15 font-semibold text-good-ink" aria-live="polite">
        {availability === true && !wrong && signUpMessages.free({ username: typed! })}
        {availability === 'looking' && (
          <span className="font-normal text-quiet">{signUpMessages.looking}</span>
        )}
      </p>
      <p
        className="flex items-start gap-3 rounded-card bg-lifted p-3 text-15 empty:hidden"
        aria-live="polite"
      >
        {warning === 'advised' && !wrong && (
          <>
            <Info aria-hidden="true" className="mt-0.5 size-5 flex-none text-violet-ink" />
            <span>{signUpMessages.telling}</span>
          </>
        )}
      </p>
    </div>
  )
}

type UsernameAvailability = boolean | 'looking' | undefined

function getUsernameProblem(typed: string, availability: UsernameAvailability): string | undefined {
  if (availability === false) return describeApiError('username_taken').detail
  return typed.length >= 3 && !usernamePattern.test(typed)
    ? describeApiError('username_invalid').detail
    : undefined
}

/**
 * When the user stops typing, asks the server whether the username is available. The response is ignored if
 * the username has changed in the meantime.
 */
function useUsernameAvailability(username: string | undefined): UsernameAvailability {
  const [checked, setChecked] = useState<{ of: string; found: UsernameAvailability }>()
  const latest = useRef(username)
  useEffect(() => {
    latest.current = username
    if (!username || !usernamePattern.test(username)) return
    const timer = setTimeout(async () => {
      setChecked({ of: username, found: 'looking' })
      const availability = await callApi(checkUsername, { params: { username } }).then(
        ({ available }) => available,
        (thrown: unknown) => void showUsernameCheckFailureToast(thrown),
      )
      if (latest.current === username) setChecked({ of: username, found: availability })
    }, typingDelayMs)
    return () => clearTimeout(timer)
  }, [username])
  return checked?.of === username ? checked?.found : undefined
}
