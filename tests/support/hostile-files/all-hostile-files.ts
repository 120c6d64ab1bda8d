import type { HostileFile } from '#tests/support/hostile-files/hostile-file.ts'
import { hostileImages } from './hostile-images.ts'
import { hostilePlaylists } from './hostile-playlists.ts'
import { hostileVideos } from './hostile-videos.ts'

/** Every hostile file of the project, created on demand by ffmpeg and Node, with its expected outcome. */
export const hostileFiles: HostileFile[] = [...hostilePlaylists, ...hostileVideos, ...hostileImages]
