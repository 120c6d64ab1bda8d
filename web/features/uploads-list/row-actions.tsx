import { Pencil, Play, RotateCcw, Trash2 } from 'lucide-react'
import { Form, Link } from 'react-router'
import type { OwnContent } from '#contract/content.ts'
import { uploadTypeOf } from '#contract/kinds.ts'
import type { Stream } from '#contract/uploads.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { cx } from '#web/ui/cx.ts'
import { words } from '#web/words/uploads.ts'

interface Props {
  item: OwnContent
  stream: Stream | null
  onDelete: (item: OwnContent) => void
  onRetry: (item: OwnContent) => void
}

/** The one thing that helps in this state, and Delete. A form, so that it works without script too. */
export function RowActions({ item, stream, onDelete, onRetry }: Props) {
  const status = item.stream_status
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-center gap-2 max-sm:gap-1 max-sm:[&_svg]:hidden"
    >
      <input type="hidden" name="id" value={item.id} />
      <input type="hidden" name="stream_id" value={item.stream_id} />
      {status === 'ready' && (
        <Link to={paths.watch(item.id)} className={buttonClass({ size: 'small' })}>
          <Play aria-hidden="true" /> {words.watch}
        </Link>
      )}
      {status === 'uploading' && (
        <Link to={paths.create(uploadTypeOf(item.content_type))} className={buttonClass({ size: 'small' })}>
          <RotateCcw aria-hidden="true" /> {words.goOn}
        </Link>
      )}
      {status !== 'uploading' && status !== 'failed' && (
        <Link
          to={paths.edit(item.id)}
          aria-label={words.editOne(item.title)}
          className={buttonClass({ size: 'small' })}
        >
          <Pencil aria-hidden="true" /> {words.edit}
        </Link>
      )}
      {status === 'failed' && <Retry useful={stream?.state === 'failed'} onPress={() => onRetry(item)} />}
      <Button
        type="submit"
        name="intent"
        value="ask-delete"
        variant="ghost"
        size="small"
        aria-label={words.deleteOne(item.title)}
        onClick={instead(() => onDelete(item))}
      >
        <Trash2 aria-hidden="true" /> {words.delete}
      </Button>
    </Form>
  )
}

/** What was refused stays refused. Without script nobody can ask which it is: then the server tells. */
function Retry({ useful, onPress }: { useful: boolean; onPress: () => void }) {
  return (
    <Button
      type="submit"
      name="intent"
      value="retry"
      size="small"
      className={cx(!useful && 'hidden noscript:inline-flex')}
      onClick={instead(onPress)}
    >
      <RotateCcw aria-hidden="true" /> {words.retry}
    </Button>
  )
}

/** With script the press does it here; without, the form goes to the page's action. */
function instead(act: () => void) {
  return (event: React.MouseEvent) => {
    event.preventDefault()
    act()
  }
}

/** The question that a dialog asks where there is script. */
export function ReallyDelete({ item }: { item: OwnContent }) {
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-2"
      aria-label={`${words.deleteOne(item.title)}?`}
    >
      <input type="hidden" name="id" value={item.id} />
      <p className="font-semibold">{words.really}</p>
      <Button type="submit" name="intent" value="delete" variant="danger">
        {words.delete}
      </Button>
      <Link to={paths.dashboard} className={buttonClass({ size: 'small' })}>
        {words.keep}
      </Link>
    </Form>
  )
}
