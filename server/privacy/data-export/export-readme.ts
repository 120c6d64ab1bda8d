import { config } from '#server/platform/config.ts'
import { exportedTables } from './exported-tables.ts'

/** The first file of the ZIP. */
export function createExportReadme(): string {
  const files = exportedTables.map(({ file, about }) => `  ${`${file}.json`.padEnd(28)}${about}`)
  return [
    `Your data from ${config.siteName}, made on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    'Everything here is yours: what you told us, what you made and what you chose. What other people wrote',
    'or did is theirs, so it is not in here. Files that end in .json open in any text editor.',
    '',
    ...files,
    `  ${'profile/'.padEnd(28)}your profile photo`,
    `  ${'videos/'.padEnd(28)}a folder for each of your videos, named as in videos.json, with its pictures`,
    '',
    `Addresses such as /watch/… belong behind ${config.publicUrl}.`,
    '',
  ].join('\r\n')
}
