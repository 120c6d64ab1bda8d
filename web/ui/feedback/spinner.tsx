import { uiMessages } from '#web/messages/site/ui-components.ts'

/** Give the spinner a label unless nearby text already says what is being loaded. */
export function Spinner({ size = 28, label = uiMessages.loading }: { size?: number; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="spinner" style={{ width: size, height: size }}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="4" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
