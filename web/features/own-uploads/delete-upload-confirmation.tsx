import { Form, Link } from 'react-router'
import type { OwnContent } from '#contract/content/own-content.ts'
import { pagePaths } from '#web/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { ownUploadsMessages } from '#web/messages/upload/own-uploads.ts'

/**
 * Asks the user to confirm the deletion of an upload, for browsers without JavaScript. With JavaScript, a
 * dialog asks for confirmation instead.
 */
export function DeleteUploadConfirmation({ item }: { item: OwnContent }) {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-2"
      aria-label={ownUploadsMessages.deleteOne({ title: item.title })}
    >
      <input type="hidden" name="id" value={item.id} />
      <p className="font-semibold">{ownUploadsMessages.really}</p>
      <Button type="submit" name="intent" value="delete" variant="danger">
        {ownUploadsMessages.delete}
      </Button>
      <Link to={pagePaths.dashboard} className={getButtonClassName({ size: 'small' })}>
        {ownUploadsMessages.keep}
      </Link>
    </Form>
  )
}
