import './live-viewing.css'

/** Replaces the player while a broadcast has nothing to play. */
export function BroadcastPanel({ title, text }: { title: string; text: string }) {
  return (
    <div className="stage watch-stage broadcast-panel" data-theme="night" aria-live="polite">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
