export interface FirstFrameInfo {
  /** The duration of the video in seconds. */
  duration: number
  width: number
  height: number
}

/**
 * The size of the canvas in pixels. The canvas is large enough for the largest preview on a high-density
 * screen.
 */
const maxFrameWidth = 1280

/**
 * Draws the first frame of a local video file. If the first frame is black, as it is in many videos, a
 * slightly later frame is drawn instead. Returns a function that stops the drawing.
 */
export function drawFirstFrame(
  file: File,
  canvas: HTMLCanvasElement,
  onResult: (facts: FirstFrameInfo | 'none') => void,
): () => void {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const end = new AbortController()
  const listenerOptions = { signal: end.signal }
  const none = () => onResult('none')
  const timer = setTimeout(none, 8000)
  const show = () => {
    clearTimeout(timer)
    const { videoWidth: width, videoHeight: height, duration } = video
    if (!width) return none()
    paint(video, canvas)
    onResult({ duration, width, height })
    if (video.currentTime < brighterFrameTime(duration) && isDark(canvas))
      video.currentTime = brighterFrameTime(duration)
  }
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  // Seek to the start of the video, because browsers on phones decode a frame only during playback or after a
  // seek.
  video.addEventListener('loadedmetadata', () => (video.currentTime = 0.001), listenerOptions)
  video.addEventListener('seeked', show, listenerOptions)
  video.addEventListener('error', none, listenerOptions)
  video.src = url
  return () => {
    clearTimeout(timer)
    end.abort()
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function paint(video: HTMLVideoElement, canvas: HTMLCanvasElement) {
  const scale = Math.min(1, maxFrameWidth / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
}

/**
 * Returns the time of a frame that is probably not black: one tenth of the video's duration, but at most 3 s.
 */
const brighterFrameTime = (duration: number) => (Number.isFinite(duration) ? Math.min(3, duration / 10) : 0)

/**
 * Returns whether a frame is practically black: its average brightness is below 16 on a scale from 0 to 255.
 */
function isDark(canvas: HTMLCanvasElement): boolean {
  const small = new OffscreenCanvas(16, 9).getContext('2d')
  if (!small) return false
  small.drawImage(canvas, 0, 0, 16, 9)
  const { data } = small.getImageData(0, 0, 16, 9)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!
  return sum / (16 * 9 * 3) < 16
}
