import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#web/paths.ts'

interface Props {
  title: string
  back: string
  children: ReactNode
}

/** The layout of a dashboard subpage, with a link back to the dashboard. */
export function DashboardSubpage({ title, back, children }: Props) {
  return (
    <div className="mx-auto flex max-w-[880px] flex-col gap-6 px-(--gutter) py-8 md:py-12">
      <div>
        <Link to={pagePaths.dashboard} className="link inline-flex items-center gap-2">
          <ArrowLeft aria-hidden="true" size={18} /> {back}
        </Link>
        <h1 className="mt-3 text-40">{title}</h1>
      </div>
      {children}
    </div>
  )
}
