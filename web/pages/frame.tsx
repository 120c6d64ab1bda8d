import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from 'react-router'
import type { Site } from '#contract/accounts.ts'
import { useAuth } from '#web/features/auth.tsx'
import { Bell } from '#web/features/notifications/bell.tsx'
import type { Unread } from '#web/features/notifications/use-unread.ts'
import { SearchBox } from '#web/features/search-box/search-box.tsx'
import { SearchForm } from '#web/features/search-box/search-form.tsx'
import { Bar } from '#web/features/shell/bar.tsx'
import { Offline } from '#web/features/shell/offline.tsx'
import { Footer } from '#web/features/shell/footer.tsx'
import type { Theme } from '#web/features/shell/theme.ts'
import { categoryAt, isList } from '#web/paths.ts'
import { CardSkeletons } from '#web/ui/card-skeleton.tsx'
import { CategoryFrame } from './category-frame.tsx'
import { words } from '#web/words/creator.ts'

/** A page may ask to stand alone: `export const handle: PageHandle = { bare: true }`. */
export interface PageHandle {
  bare?: boolean
}

interface Props {
  site: Site
  theme: Theme | undefined
  /** Of who is signed in. */
  bell: Unread | null
  children: ReactNode
}

/** Bar, page, footer. */
export function Frame({ site, theme, bell, children }: Props) {
  const { me, signOut } = useAuth()
  const { pathname, search } = useLocation()
  const main = useFocusOnArrival(pathname)
  const bare = useMatches().some((match) => (match.handle as PageHandle | undefined)?.bare)
  if (bare) return <main id="main">{children}</main>
  return (
    <>
      <OnTheWay />
      <Bar
        siteName={site.name}
        me={me}
        bell={me && bell && <Bell key={me.id} first={bell} />}
        search={<SearchBox />}
        menuSearch={<SearchForm id="menu" />}
        here={pathname + search}
        onSignOut={() => void signOut()}
      />
      <Offline />
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
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

function OnTheWay() {
  const { state } = useNavigation()
  return state === 'loading' ? <div className="on-the-way" aria-hidden="true" /> : null
}

/** On the way to a category page its skeleton stands in; most other pages stay until the next one is there. */
function Arriving({ children }: { children: ReactNode }) {
  const { location, state } = useNavigation()
  const here = useLocation().pathname
  const next = state === 'loading' && location.pathname !== here ? location.pathname : undefined
  if (!useSlow(next)) return children
  const category = categoryAt(next!)
  if (category) return <CategoryFrame name={category} />
  if (isList(next!)) return <ListOnTheWay />
  return next!.startsWith('/creator/') ? <Loading /> : children
}

function ListOnTheWay() {
  return (
    <div className="page-inside pt-[clamp(28px,4vw,56px)]">
      <CardSkeletons />
    </div>
  )
}

function Loading() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <output> may only hold phrases
    <p role="status" className="page-inside py-24 text-21 text-quiet">
      {words.loading}
    </p>
  )
}

const blink = 120

/** True once the same page has been on its way for 120 ms: quicker than that, a skeleton would only flicker. */
function useSlow(next: string | undefined): boolean {
  const [slow, setSlow] = useState<string>()
  useEffect(() => {
    if (!next) return
    const timer = setTimeout(() => setSlow(next), blink)
    return () => {
      clearTimeout(timer)
      setSlow(undefined)
    }
  }, [next])
  return next !== undefined && slow === next
}
