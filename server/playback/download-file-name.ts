/** Returns the name of the downloaded file: the title without characters that file systems do not allow. */
export function getDownloadFileName(title: string): string {
  const name = title
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex -- these are the characters to remove
    .replace(/[\u0000-\u001f\u007f-\u009f"*/:<>?\\|\p{Cf}\p{Surrogate}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '')
  const short = [...name]
    .slice(0, 60)
    .join('')
    .replace(/[. ]+$/, '')
  return `${short || 'video'}.mp4`
}
