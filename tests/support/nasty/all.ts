import type { Nasty } from '#tests/gate/nasty.ts'
import { pictures } from './pictures.ts'
import { playlists } from './playlists.ts'
import { videos } from './videos.ts'

/** Every nasty file of the project's own, made on demand by ffmpeg and Node, with what must become of it. */
export const nasties: Nasty[] = [...playlists, ...videos, ...pictures]
