import { Form } from 'react-router'
import { socialProviders, type Site } from '#contract/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { words as all } from '#web/words/account.ts'

const words = all.social

interface Props {
  social: Site['social']
  /** "Sign in" or "Join". */
  verb: string
}

/** Google and Apple; one that is not set up says so instead of failing. */
export function SocialButtons({ social, verb }: Props) {
  const off = socialProviders.filter((provider) => !social[provider])
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-15 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </p>
      <Form method="post" className="grid gap-3 sm:grid-cols-2">
        {socialProviders.map((provider) => (
          <Button
            key={provider}
            type={social[provider] ? 'submit' : 'button'}
            name="provider"
            value={provider}
            size="large"
            className="w-full px-4 text-15"
            disabledReason={!social[provider] && words.off(words[provider])}
          >
            {marks[provider]} {words.with(verb, words[provider])}
          </Button>
        ))}
      </Form>
      {off.length > 0 && (
        <p className="text-15 text-quiet">{words.allOff(off.map((provider) => words[provider]))}</p>
      )}
    </div>
  )
}

const marks = {
  google: <Letter of={words.google} />,
  apple: <Letter of={words.apple} />,
}

function Letter({ of }: { of: string }) {
  return (
    <span aria-hidden="true" className="font-display text-21 font-extrabold">
      {of[0]}
    </span>
  )
}
