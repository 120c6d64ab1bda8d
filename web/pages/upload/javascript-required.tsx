import { uploadFormMessages } from '#web/messages/upload/upload-form.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/** This text is shown instead of the upload form if the browser does not run JavaScript. */
export function JavaScriptRequired() {
  return (
    <EmptyState
      heading="h1"
      title={uploadFormMessages.needsScript.title}
      drawing="plug"
      action={
        <a href={pagePaths.dashboard} className={getButtonClassName({ variant: 'primary' })}>
          {uploadFormMessages.needsScript.dashboard}
        </a>
      }
    >
      {uploadFormMessages.needsScript.text}
    </EmptyState>
  )
}
