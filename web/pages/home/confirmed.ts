import { useEffect } from 'react'
import { redirect, useSearchParams } from 'react-router'
import { getSession } from '#contract/accounts.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/ui/notify.ts'
import { words } from '#web/words/home.ts'
import type { askOf } from '../ask.ts'

/** The link of the confirmation letter leads here (specification, section 7); who is not signed in yet goes on to do so. */
export async function leadOn(ask: ReturnType<typeof askOf>, { searchParams }: URL): Promise<void> {
  if (!searchParams.has('confirmed')) return
  const { me } = await ask(getSession, {})
  if (!me) throw redirect(`${paths.login()}?confirmed=1${searchParams.has('error') ? '&error=1' : ''}`)
}

export function useConfirmed(): void {
  const [query] = useSearchParams()
  const [came, failed] = [query.has('confirmed'), query.has('error')]
  useEffect(() => {
    if (came && failed) notify.bad(...words.notConfirmed)
    else if (came) notify.good(words.confirmed)
  }, [came, failed])
}
