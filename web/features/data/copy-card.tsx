import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import type { Export } from '#contract/rights.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Button } from '#web/ui/button.tsx'
import { bytes } from '#web/ui/bytes.ts'
import { moment } from '#web/ui/moment.ts'
import { words } from '#web/words/data.ts'

const lookAgainAfter = 3000

/** Asks for the copy of one's data, says that it is being made, hands it out. */
export function Copy({ copy }: { copy: Export | null }) {
  const busy = useNavigation().formData?.get('intent') === 'export'
  const isWaiting = copy !== null && copy.url === null
  useLookAgain(isWaiting)
  return (
    <>
      <p className="mt-2 max-w-[70ch] text-quiet">{words.copyText}</p>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> belongs to a form */}
      <div role="status" className="mt-3">
        {isWaiting && <p>{words.waiting}</p>}
        {copy?.url && copy.expires_at && (
          <p>
            {words.ready} {words.until} <time dateTime={copy.expires_at}>{moment(copy.expires_at)}</time>.
          </p>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        {copy?.url && (
          <a href={copy.url} download className={buttonClass({ variant: 'primary' })}>
            <Download aria-hidden="true" /> {words.download(bytes(copy.bytes ?? 0))}
          </a>
        )}
        {!isWaiting && (
          <Form method="post">
            <Button type="submit" name="intent" value="export" variant={copy ? 'quiet' : 'primary'} busy={busy}>
              {copy ? words.askAgain : words.ask}
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}

/** While it is being made, an open page asks now and then. */
function useLookAgain(isWaiting: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), lookAgainAfter)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
}
