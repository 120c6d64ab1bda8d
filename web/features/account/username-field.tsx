import { Info } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { checkUsername } from '#contract/accounts.ts'
import { usernamePattern } from '#contract/limits.ts'
import { refusal } from '#contract/refusals.ts'
import { call } from '#web/api/call.ts'
import { Field } from '#web/ui/field.tsx'
import { words as common } from '#web/words/account.ts'
import { words } from '#web/words/signup.ts'
import { sayNotChecked } from './say.ts'

/** Whoever types stops for longer than this only when they have a name in mind. */
const pause = 400

interface Props {
  /** What was sent last, and what the server said of it. */
  defaultValue: string | undefined
  error: string | undefined
  /** Whether it gives its owner away, and what the site makes of that at their age. */
  telling: 'free' | 'advised' | 'refused'
}

/** A username, and whether it is still to be had, said while there is time to choose another. */
export function UsernameField({ defaultValue, error, telling }: Props) {
  const [typed, setTyped] = useState<string>()
  const found = useAvailable(typed)
  const asSent = typed === undefined || typed === defaultValue?.trim()
  const refused = telling === 'refused' ? refusal('username_telling').detail : undefined
  const wrong = problemOf(typed ?? '', found) ?? refused ?? (asSent ? error : undefined)
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={common.username}
        name="username"
        defaultValue={defaultValue}
        error={wrong}
        hint={words.usernameHint}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        required
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <p className="min-h-[1.5em] text-15 font-semibold text-good-ink" aria-live="polite">
        {found === true && !wrong && words.free(typed!)}
        {found === 'looking' && <span className="font-normal text-quiet">{words.looking}</span>}
      </p>
      <p
        className="flex items-start gap-3 rounded-card bg-lifted p-3 text-15 empty:hidden"
        aria-live="polite"
      >
        {telling === 'advised' && !wrong && (
          <>
            <Info aria-hidden="true" className="mt-0.5 size-5 flex-none text-violet-ink" />
            <span>{words.telling}</span>
          </>
        )}
      </p>
    </div>
  )
}

type Found = boolean | 'looking' | undefined

function problemOf(typed: string, found: Found): string | undefined {
  if (found === false) return refusal('username_taken').detail
  return typed.length >= 3 && !usernamePattern.test(typed) ? refusal('username_invalid').detail : undefined
}

/** Asks the server once typing pauses; an answer about what stands there no longer is dropped. */
function useAvailable(username: string | undefined): Found {
  const [known, setKnown] = useState<{ of: string; found: Found }>()
  const latest = useRef(username)
  useEffect(() => {
    latest.current = username
    if (!username || !usernamePattern.test(username)) return
    const timer = setTimeout(async () => {
      setKnown({ of: username, found: 'looking' })
      const found = await call(checkUsername, { params: { username } }).then(
        ({ available }) => available,
        (thrown: unknown) => void sayNotChecked(thrown),
      )
      if (latest.current === username) setKnown({ of: username, found })
    }, pause)
    return () => clearTimeout(timer)
  }, [username])
  return known?.of === username ? known?.found : undefined
}
