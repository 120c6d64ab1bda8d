import type { HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { hostileImages } from './hostile-images.ts'
import { hostilePlaylists } from './hostile-playlists.ts'
import { hostileVideos } from './hostile-videos.ts'

/** Every nasty file of the project's own, made on demand by ffmpeg and Node, with what must become of it. */
export const hostileFiles: HostileFile[] = [...hostilePlaylists, ...hostileVideos, ...hostileImages]
