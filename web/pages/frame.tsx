import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { Site } from '#contract/accounts.ts'
import { useAuth } from '#web/features/auth.tsx'
import { Bar } from '#web/features/shell/bar.tsx'
import { Footer } from '#web/features/shell/footer.tsx'
import type { Theme } from '#web/features/shell/theme.ts'
import { categoryAt } from '#web/paths.ts'
import { CategoryFrame } from './category-frame.tsx'

/** A page may ask to stand alone: `export const handle: PageHandle = { bare: true }`. */
export interface PageHandle {
  bare?: boolean
}

interface Props {
  site: Site
  theme: Theme | undefined
  children: ReactNode
}

/** Bar, page, footer. */
export function Frame({ site, theme, children }: Props) {
  const { me, signOut } = useAuth()
  const { pathname, search } = useLocation()
  const main = useFocusOnArrival(pathname)
  const bare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.bare)
  if (bare) return <main id="main">{children}</main>
  return (
    <>
      <OnTheWay />
      <Bar siteName={site.name} me={me} here={pathname + search} onSignOut={() => void signOut()} />
      <main ref={main} id="main" tabIndex={-1} className="min-h-[70vh] outline-none">
        <Arriving>{children}</Arriving>
      </main>
      <Footer site={site} theme={theme} />
    </>
  )
}

/** A screen reader and the Tab key start at the new page, not where the old link was. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (first.current) first.current = false
    else main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function OnTheWay() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className="on-the-way" aria-hidden="true" /> : null
}

/** On the way to a category page its skeleton stands in; the other pages stay until the next one is there. */
function Arriving({ children }: { children: ReactNode }) {
  const { location } = useNavigation()
  const here = useLocation().pathname
  const category = location && location.pathname !== here ? categoryAt(location.pathname) : undefined
  return useSlow(category) ? <CategoryFrame name={category!} /> : children
}

const blink = 120

/** True once the same category has been on its way for 120 ms: quicker than that, a skeleton would only flicker. */
function useSlow(category: string | undefined): boolean {
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!category) return setSlow(undefined)
    const timer = setTimeout(() => setSlow(category), blink)
    return () => clearTimeout(timer)
  }, [category])
  return category !== undefined && slow === category
}
