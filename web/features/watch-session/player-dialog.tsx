import { useState } from 'react'
import { Link } from 'react-router'
import type { Content } from '#contract/content/content.ts'
import { findPlaybackPosition } from '#web/player/core/playback-positions/playback-positions.ts'
import InteractivePlayer from '#web/player/skin/player-with-controls.tsx'
import { useAuth } from '#web/features/auth/auth-context.ts'
import { pagePaths } from '#web/paths.ts'
import { getButtonClassName } from '#web/ui/controls/button-class-name.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import PlaybackPreferencesMenu from './playback-preferences-menu.tsx'
import WatchSession from './watch-session.tsx'
import { toPlayerProps } from './content-player-props.ts'
import { homeMessages } from '#web/messages/browse/home.ts'

interface Props {
  item: Content
  next?: Content | undefined
  onNext: (item: Content) => void
  onClose: () => void
}

/** A dialog that plays a video on the current page. */
export default function PlayerDialog({ item, next, onNext, onClose }: Props) {
  const { me } = useAuth()
  const [startAt] = useState(() => findPlaybackPosition(me?.id, item.id))
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={item.title}
      footer={
        <Link to={pagePaths.watch(item.id)} className={getButtonClassName()}>
          {homeMessages.comments}
        </Link>
      }
    >
      <InteractivePlayer
        {...toPlayerProps(item)}
        startAt={startAt}
        autoPlay
        overlay={<WatchSession item={item} startAt={startAt} next={next} onNext={onNext} />}
        menu={<PlaybackPreferencesMenu hasNext={false} />}
      />
    </Dialog>
  )
}
