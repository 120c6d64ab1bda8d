import type { ReactNode } from 'react'
import './info-page-header.css'

interface PosterHeaderProps {
  /** The name of the video category whose colour the header uses. */
  hue: string
  /** A short line of text above the title. */
  kicker: string
  title: string
  lead: string
  drawing: ReactNode
  children?: ReactNode
}

/** The header of an informational page: a poster with an illustration. */
export function InfoPageHeader({ hue, kicker, title, lead, drawing, children }: PosterHeaderProps) {
  return (
    <header className="poster" data-hue={hue}>
      <div className="page-inside page-head">
        <div className="page-head-words">
          <p className="page-head-kicker">{kicker}</p>
          <h1 className="page-head-title">{title}</h1>
          <p className="page-head-lead">{lead}</p>
          {children}
        </div>
        <div className="page-head-drawing">{drawing}</div>
      </div>
    </header>
  )
}
