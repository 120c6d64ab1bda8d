import { Link } from 'react-router'
import type { Content } from '#contract/content.ts'
import Player from '#web/player/skin/player.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import Choices from './choices.tsx'
import Company from './company.tsx'
import { sourceOf } from './source.ts'
import { words } from '#web/words/home.ts'

interface Props {
  item: Content
  next?: Content | undefined
  onNext: (item: Content) => void
  onClose: () => void
}

/** Plays an item over the page, without leaving it. */
export default function PlayerDialog({ item, next, onNext, onClose }: Props) {
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={item.title}
      footer={
        <Link to={paths.watch(item.id)} className={buttonClass()}>
          {words.comments}
        </Link>
      }
    >
      <Player
        {...sourceOf(item)}
        autoPlay
        beside={<Company item={item} next={next} onNext={onNext} />}
        menu={<Choices hasNext={false} />}
      />
    </Dialog>
  )
}
