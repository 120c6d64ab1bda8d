import type { ReactNode } from 'react'
import './live-badge.css'

/** Marks a broadcast that is on air. */
export function LiveBadge({ children }: { children: ReactNode }) {
  return <span className="live-badge">{children}</span>
}
